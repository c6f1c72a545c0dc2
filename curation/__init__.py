"""The judgement: decisions, drafts, publication, and the store that keeps them."""

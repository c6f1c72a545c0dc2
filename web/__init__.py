"""The curation desk and its JSON API."""

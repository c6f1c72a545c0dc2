"""Reading: from bytes to operations, schemas and findings. Never imported by the runtime."""

"""The commands, one module per family; each has `register(app)`."""

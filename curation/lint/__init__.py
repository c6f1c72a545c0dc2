"""Own quality checks over what is offered: one function each, pure."""

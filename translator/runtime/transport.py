"""Own the only door to the HTTP client (contract only so far)."""


class Transport:
    """Sends planned requests over one pool of connections."""

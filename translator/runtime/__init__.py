"""Serving: from a surface and a call to a result. Never reads a description."""

"""The program: settings, composition, command line, demo."""

__version__ = "0.1.0"

"""Own how the program logs: to standard error, one line an event, never a local variable."""

import sys

import structlog


def configure() -> None:
    """Send events to standard error; tracebacks hold lines of code and no values."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )

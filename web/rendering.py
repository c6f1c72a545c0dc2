"""Own how a page becomes a response: templates, and the headers every page carries.

A page hands in one typed context; nothing reaches a template as a loose mapping. Templates
escape everything. Pages hold no inline style or script, and the headers forbid them.
"""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse

if TYPE_CHECKING:
    from jinja2 import Environment

_HERE = Path(__file__).parent
STATIC = _HERE / "static"

PAGE_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


@lru_cache(maxsize=1)
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, page: object) -> str:
    """Render a template of web/templates, which finds its context as `page`."""
    return _environment().get_template(template).render(page=page)


def respond(template: str, page: object) -> HTMLResponse:
    """Render a template into a response with the headers every page carries."""
    return HTMLResponse(render(template, page), headers=PAGE_HEADERS)

from dataclasses import dataclass
from pathlib import Path

import pytest

from web.rendering import PAGE_HEADERS, STATIC, render, respond
from web.start_page import StartPage


def test_what_a_page_holds_is_escaped() -> None:
    page = StartPage("<script>alert(1)</script>", (), ())
    assert "<script>" not in render("start.html", page)


def test_a_context_without_what_the_template_asks_for_is_an_error() -> None:
    @dataclass(frozen=True)
    class Wrong:
        version: str = ""

    with pytest.raises(Exception, match="endpoints"):
        render("start.html", Wrong())


def test_every_page_forbids_inline_style_and_script() -> None:
    response = respond("start.html", StartPage("", (), ()))
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert set(PAGE_HEADERS) <= set(response.headers)


@pytest.mark.parametrize("template", sorted((STATIC.parent / "templates").glob("*.html")))
def test_no_template_holds_inline_style_or_script(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not any(part in text for part in ("style=", "<style", "<script", "onclick", "|safe"))

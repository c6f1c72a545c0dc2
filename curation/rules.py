"""Own what can be decided about which item: pure checks, each with what to do instead.

What depends on other items (names that clash) is the publication's to refuse.
"""

import re

from curation.decisions import (
    Clear,
    Content,
    Describe,
    DescribeArgument,
    Expose,
    ExposeAs,
    HideArgument,
    Paginate,
    Rename,
    RenameArgument,
    Retitle,
    SetUri,
    slots,
)
from curation.draft import DraftArgument, DraftItem, State
from curation.patterns import near_to
from translator.errors import RefusedByUs
from translator.openapi.profiles import PROFILES
from translator.pagination_binding import MAX_PAGES, why_no_pages
from translator.uri_template import parse_template
from translator.wording import hidden_characters

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ARGUMENT_NAME = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def why_not_allowed(item: DraftItem) -> str | None:
    """Return why an item cannot be allowed, None when it can."""
    if item.state is State.GONE or item.candidate is None:
        return "the description no longer offers it; deny it to settle the matter"
    return item.candidate.withheld


def argument_of(item: DraftItem, wanted: str) -> DraftArgument:
    """Return the argument with a binding or a name.

    Raises:
        RefusedByUs: the item has none; lists those it has.
    """
    for argument in item.arguments:
        if wanted in (argument.binding, argument.name):
            return argument
    for argument in item.arguments:
        if wanted in (argument.proposed_name, argument.binding.partition(":")[2]):
            return argument
    names = [argument.name for argument in item.arguments]
    near = near_to(wanted, names) or names[:10]
    has = f"it has {', '.join(near)}" if near else "it has none"
    raise RefusedByUs(f"{item.key} has no argument {wanted!r}; {has}")


def check(item: DraftItem, content: Content, argument: DraftArgument | None) -> None:
    """Refuse a content that cannot be about the item.

    Raises:
        RefusedByUs: with the reason, and what to do.
    """
    match content:
        case Rename(name):
            _check_name(name)
        case Retitle(text) | Describe(text) | DescribeArgument(text):
            check_text(item.key, text)
        case SetUri(uri):
            _check_uri(item, uri)
        case Expose(primitives):
            _check_exposure(item, primitives)
        case RenameArgument(name) if argument is not None:
            _check_argument_name(item, argument, name)
        case HideArgument(pinned) if argument is not None:
            _check_hiding(item, argument, pinned != ())
        case Paginate(pages):
            _check_pages(item, pages)
        case Clear(slot) if slot not in slots():
            raise RefusedByUs(
                f"there is no matter {slot!r}; matters are {', '.join(sorted(slots()))}"
            )
        case _:
            pass


def check_text(about: str, text: str) -> None:
    """Refuse a text for a model that is empty, or holds what its author cannot see.

    Raises:
        RefusedByUs: with the code points, so that they can be found.
    """
    if not text.strip():
        raise RefusedByUs(f"{about}: an empty text tells a model nothing; write one")
    hidden = dict.fromkeys(f"U+{ord(one):04X}" for one in hidden_characters(text))
    if hidden:
        raise RefusedByUs(
            f"{about}: the text holds characters that nobody sees and a model reads "
            f"({', '.join(list(hidden)[:5])}); leave them out"
        )


def check_profile(name: str) -> None:
    """Refuse a profile that is none.

    Raises:
        RefusedByUs: lists those there are.
    """
    if name not in PROFILES:
        raise RefusedByUs(f"there is no profile {name!r}; there is {', '.join(PROFILES)}")


def exposure_possible(item: DraftItem, content: Expose) -> Expose:
    """Return the exposure without what the item cannot be."""
    if item.basis.uri is not None:
        return content
    return Expose(tuple(one for one in content.primitives if one is not ExposeAs.RESOURCE))


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise RefusedByUs(
            f"{name!r} is no legal tool name: use 1 to 64 letters, digits, _ and - of ASCII"
        )


def _check_exposure(item: DraftItem, primitives: tuple[ExposeAs, ...]) -> None:
    if not primitives:
        raise RefusedByUs(f"{item.key} must be offered as something; deny it to offer nothing")
    if item.basis.uri is None and ExposeAs.TOOL not in primitives:
        raise RefusedByUs(
            f"{item.key} cannot be a resource ({item.basis.primitive_evidence}); expose it as a "
            "tool"
        )


def _check_uri(item: DraftItem, uri: str) -> None:
    if item.basis.uri is None:
        raise RefusedByUs(f"{item.key} cannot be a resource, so it has no URI")
    if not re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:.", uri):
        raise RefusedByUs(f"{uri!r} is no absolute URI; begin it like {item.basis.uri!r}")
    try:
        given = set(parse_template(uri).variables)
    except ValueError as error:
        raise RefusedByUs(f"{uri!r} is no URI template: {error}") from error
    needed = set(item.basis.uri_variables)
    if given != needed:
        wanted = ", ".join(f"{{{name}}}" for name in sorted(needed)) or "none"
        raise RefusedByUs(f"{uri!r} must hold the same variables as {item.basis.uri!r}: {wanted}")


def _check_pages(item: DraftItem, pages: int) -> None:
    if not 1 <= pages <= MAX_PAGES:
        raise RefusedByUs(f"a call fetches 1 to {MAX_PAGES} pages, not {pages}")
    why = why_no_pages(item.basis, read_only=item.hints.read_only.value)
    if pages > 1 and why is not None:
        raise RefusedByUs(f"{item.key} cannot follow pages: {why}")


def _check_argument_name(item: DraftItem, argument: DraftArgument, name: str) -> None:
    if not _ARGUMENT_NAME.fullmatch(name):
        raise RefusedByUs(
            f"{name!r} is no portable argument name: use 1 to 64 letters, digits, _, . and -"
        )
    for other in item.arguments:
        if other.name == name and other.binding != argument.binding:
            raise RefusedByUs(f"{item.key} has another argument {name!r} ({other.binding})")


def _check_hiding(item: DraftItem, argument: DraftArgument, pins: bool) -> None:
    if argument.required and not pins and not argument.default:
        raise RefusedByUs(
            f"{item.key}: the API requires {argument.binding}, so hiding it takes a value that is "
            "always sent; pin one"
        )

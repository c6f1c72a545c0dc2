"""Own which keywords of one schema object are worth listing.

Left out are texts that say nothing of their own, titles beside a description, and assertions
about other types than the schema's (JSON Schema 2020-12 §7.6.1: those accept every value of
other types). The schema accepts the same values as before. Pure.
"""

from collections.abc import Mapping

from translator.condensing import closed_sentence, condensed_about, with_facts_of
from translator.facts import says_how
from translator.json_value import JsonValue
from translator.openapi.closure import keywords
from translator.openapi.conjunction import conjoin

_ABOUT: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(keywords("uniqueItems minItems maxItems items prefixItems"), keywords("array")),
    **dict.fromkeys(keywords("contains minContains maxContains"), keywords("array")),
    **dict.fromkeys(keywords("minLength maxLength pattern"), keywords("string")),
    **dict.fromkeys(keywords("contentEncoding contentMediaType"), keywords("string")),
    **dict.fromkeys(
        keywords("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
        keywords("number integer"),
    ),
    **dict.fromkeys(
        keywords(
            "properties patternProperties additionalProperties required minProperties "
            "maxProperties propertyNames dependentRequired dependentSchemas"
        ),
        keywords("object"),
    ),
}
_EMPTY_TEXTS: tuple[JsonValue, ...] = (
    {"type": "string", "enum": [""]},
    {"type": "string", "maxLength": 0},
)
#: Introduces a pattern that a schema cannot list; what follows is no prose.
PATTERN = "Pattern: "
_LIMITS_OF_TEXT = keywords("enum const format pattern minLength contentEncoding anyOf $ref allOf")


def lean_keywords(schema: JsonValue, name: str, beside: str, around: str) -> dict[str, JsonValue]:
    """Return the keywords of a schema called `name`.

    It stands in an object called `beside`, whose text is `around`.
    """
    if not isinstance(schema, dict):
        return {} if schema is True else {"not": {}}
    kind = schema.get("type")
    out = {
        keyword: value
        for keyword, value in schema.items()
        if keyword not in ("title", "description")
        and (not isinstance(kind, str) or kind in _ABOUT.get(keyword, (kind,)))
    }
    if "anyOf" in out:
        _settle_choice(out)
    text = with_facts_of(_text(schema, name, beside, around), out.pop("description", ""))
    if text:
        out["description"] = text
    return out


def _text(schema: dict[str, JsonValue], name: str, beside: str, around: str) -> str:
    """Return what the description and the title say that nothing else does."""
    prose, shown, pattern = str(schema.get("description", "")).rpartition(PATTERN)
    if not shown:
        prose, pattern = pattern, ""
    text = condensed_about(prose, name, schema, beside)
    title = str(schema.get("title", ""))
    if title and _is_prose(title) and (not text or says_how(title)):
        title = condensed_about(title, name, schema, beside)
        if title and title.rstrip(".").lower() not in text.lower():
            text = f"{title}. {text}" if text else title
    if shown:
        return f"{closed_sentence(text)} {shown}{pattern}" if text else f"{shown}{pattern}"
    return "" if text == around else text


def _is_prose(title: str) -> bool:
    """Tell a title written for readers from the name of a schema in somebody's code."""
    return " " in title.strip()


def _settle_choice(out: dict[str, JsonValue]) -> None:
    """Leave out the empty text where a branch accepts it already; name branches by titles."""
    branches = out["anyOf"]
    accepting = [each for each in branches if _accepts_empty(each)]
    if accepting:
        branches = [each for each in branches if each not in _EMPTY_TEXTS]
    objects = [each for each in branches if isinstance(each, dict) and "properties" in each]
    if len(objects) > 1:
        branches = [_named(each) for each in branches]
    if len(branches) > 1:
        out["anyOf"] = branches
        return
    del out["anyOf"]
    conjoin(out, branches[0])


def _accepts_empty(branch: JsonValue) -> bool:
    return (
        isinstance(branch, dict)
        and branch.get("type") == "string"
        and not _LIMITS_OF_TEXT & branch.keys()
        and branch.get("maxLength") != 0
    )


def _named(branch: JsonValue) -> JsonValue:
    """Return a branch with its title as text, where it has no other."""
    if not isinstance(branch, dict) or not branch.get("title") or branch.get("description"):
        return branch
    return {**branch, "description": branch["title"]}

"""Own what lint is handed: the draft's items, compiled as a publication would. Changes nothing."""

from collections.abc import Iterator, Mapping, Sequence

from curation.choosing import choice_of
from curation.draft import DraftItem
from curation.drafting import Current, Drafts
from curation.lint.checks import lint
from curation.lint.values import Limits, Offer, Offered, OfferedArgument
from curation.patterns import select
from curation.reports import LintReport
from curation.store import Connection, Store
from curation.store.versions import definitions_of
from translator.answers import successes
from translator.compile import Choice, CompiledTool, compile_tools, tool_tokens
from translator.finding import Severity
from translator.json_value import JsonValue
from translator.proposal import Primitive

_EXPLAINING = frozenset(["enum", "const", "format", "pattern", "examples", "description"])
_MAX_DEPTH = 4


def lint_draft(
    store: Store,
    drafts: Drafts,
    slug: str,
    patterns: Sequence[str],
    *,
    everything: bool,
    limits: Limits,
) -> LintReport:
    """Return what there is to say about the quality of what is allowed.

    With `everything`, of every candidate that could be offered, as it is proposed.

    Raises:
        RefusedByUs: no such API, or a pattern that selects nothing.
    """
    with store.reading() as connection:
        current = drafts.current(connection, slug)
        offer = _offer(connection, current, patterns, everything, limits)
    return LintReport(
        slug=slug,
        profile=offer.profile,
        tools=sum(offered.tool is not None for offered in offer.offered),
        resources=sum(offered.tool is None and not offered.problems for offered in offer.offered),
        tokens=sum(offered.tokens for offered in offer.offered),
        findings=lint(offer),
    )


def _offer(
    connection: Connection,
    current: Current,
    patterns: Sequence[str],
    everything: bool,
    limits: Limits,
) -> Offer:
    draft = current.draft
    chosen = select(draft, patterns) if patterns else draft.items
    items = [item for item in chosen if item.is_published or (everything and _could_be(item))]
    definitions = definitions_of(connection, current.api.id, {item.basis_version for item in items})
    choices = [
        choice_of(
            item,
            definitions[item.basis_version].input_defs,
            definitions[item.basis_version].output_defs,
        )
        for item in items
    ]
    return Offer(draft.base.slug, draft.profile, tuple(_offered(choices, draft.profile)), limits)


def _could_be(item: DraftItem) -> bool:
    return item.candidate is not None and item.candidate.withheld is None


def _offered(choices: Sequence[Choice], profile: str) -> Iterator[Offered]:
    tools = [choice for choice in choices if Primitive.TOOL in choice.expose]
    compiled = {made.choice.operation_id: made for made in compile_tools(tools, profile)}
    for choice in choices:
        yield _one(choice, compiled.get(choice.operation_id))


def _one(choice: Choice, made: CompiledTool | None) -> Offered:
    operation = choice.candidate.operation
    findings = () if made is None else made.findings
    tool = None if made is None else made.tool
    return Offered(
        operation=operation.key,
        method=operation.method,
        path=operation.path,
        name=choice.name,
        title=choice.title,
        description=choice.description,
        hints=choice.hints,
        tool=tool,
        problems=tuple(one.message for one in findings if one.severity is Severity.ERROR),
        weakened=tuple(one.message for one in findings if one.code == "schema-weakened"),
        arguments=tuple(_arguments(choice)),
        tokens=0 if tool is None else tool_tokens(tool)[0],
        answers=any(response.media_types for response in successes(operation)),
    )


def _arguments(choice: Choice) -> Iterator[OfferedArgument]:
    schemas = {one.binding: one.schema for one in choice.candidate.arguments}
    for argument in choice.arguments:
        if not argument.hidden:
            schema = schemas.get(argument.binding)
            explained = _explains(schema, choice.input_defs, _MAX_DEPTH)
            yield OfferedArgument(argument.name, argument.description, explained)


def _explains(schema: JsonValue, defs: Mapping[str, JsonValue], depth: int) -> bool:
    """Tell whether a schema says what to send: by values, a format, a text or its members."""
    if not isinstance(schema, dict) or depth == 0:
        return False
    if _EXPLAINING & schema.keys() or schema.get("type") == "boolean":
        return True
    inner = [defs.get(str(schema["$ref"]).rpartition("/")[2])] if "$ref" in schema else []
    inner += [schema.get("items"), *schema.get("properties", {}).values()]
    inner += [one for key in ("anyOf", "oneOf", "allOf") for one in schema.get(key, ())]
    return any(_explains(one, defs, depth - 1) for one in inner)

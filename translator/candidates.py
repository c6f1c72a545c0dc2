"""Operation → Candidate: what an operation could become, and why.

Puts together what the parts propose: arguments, primitive and URI (`proposal`), name
(`naming`), texts, hints (`annotations`), and the digest of it all. One candidate per operation,
in the same order; each stands for itself, but that names are unique. Token counts come later
(`candidate_tokens`). Pure.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from translator.annotations import Hints, propose_hints
from translator.arguments import Argument as Argument
from translator.arguments import ProposedArguments, propose_arguments
from translator.candidate_digest import ClosureDigests, candidate_digest
from translator.collection import ItemLink, Pagination
from translator.finding import Finding
from translator.flattening import descriptions
from translator.item_links import ItemLinker
from translator.json_value import JsonValue
from translator.naming import ProposedName, propose_names
from translator.operation import Extraction, Operation
from translator.pagination import PaginationReader
from translator.proposal import Primitive as Primitive
from translator.proposal import Proposal, link_of, propose_primitive
from translator.texts import ProposedText, propose_description, propose_title

#: Who decides that a primitive is used (MCP, server features).
DECIDED_BY: dict[Primitive, str] = {
    Primitive.TOOL: "the model",
    Primitive.RESOURCE: "the application",
    Primitive.RESOURCE_TEMPLATE: "the application",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """What one operation could become.

    `uri` is the resource's URI or RFC 6570 template, None when the operation can be no
    resource; `uri_variables` maps each template variable to the argument it fills.
    `withheld` says why the operation can be nothing at all. `content_type` is the media type
    chosen for the body, None without one. `linked` is the key of the collection's item
    operation, or of the item's collection; `item_link` says how its items name themselves to it,
    `pagination` how the pages of its answer follow one another. Token counts are o200k, 0 until
    `with_tokens`. `digest` covers all that a decision about this candidate judges.
    """

    operation: Operation
    primitive: Primitive
    primitive_evidence: str
    readable: bool
    name: str
    name_evidence: str
    title: str
    description: str
    description_evidence: str
    hints: Hints
    arguments: tuple[Argument, ...]
    content_type: str | None = None
    uri: str | None = None
    uri_variables: dict[str, str] = field(default_factory=dict)
    linked: str | None = None
    item_link: ItemLink | None = None
    pagination: Pagination | None = None
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    withheld: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    digest: str = ""


DEPRECATED = "The API calls it deprecated."
CREDENTIAL = "The description lists a credential as a required parameter: its scheme is asked for."


def propose(
    extraction: Extraction, slug: str, tick: Callable[[], None] = lambda: None
) -> tuple[Candidate, ...]:
    """Propose a candidate for every operation, in the same order, without token counts.

    `tick` is called before each, and may raise.
    """
    return _Proposer(extraction, slug).propose(tick)


class _Proposer:
    """What all operations of one description share."""

    def __init__(self, extraction: Extraction, slug: str) -> None:
        self._extraction = extraction
        self._slug = slug
        self._names = propose_names(extraction.operations)
        self._linked = link_of(extraction.operations)
        self._by_key = {operation.key: operation for operation in extraction.operations}
        self._linker = ItemLinker(extraction.input_defs, extraction.output_defs)
        self._pagination = PaginationReader(extraction.input_defs, extraction.output_defs)
        self._inputs = ClosureDigests(extraction.input_defs)
        self._outputs = ClosureDigests(extraction.output_defs)

    def propose(self, tick: Callable[[], None]) -> tuple[Candidate, ...]:
        made = []
        for operation in self._extraction.operations:
            tick()
            made.append(self._candidate(operation))
        return tuple(made)

    def _candidate(self, operation: Operation) -> Candidate:
        schemes, defs = self._extraction.security_schemes, self._extraction.input_defs
        proposed = propose_arguments(operation, defs, schemes)
        proposal = propose_primitive(
            operation, proposed.parameters, proposed.arguments, self._slug, defs
        )
        name = self._names[operation.key]
        text = propose_description(operation, _about_body(operation, proposed, defs))
        title, hints = propose_title(operation, name.name), propose_hints(operation)
        secured = operation
        if proposed.security != operation.security:
            secured = replace(operation, security=proposed.security)
        judged = _judged(proposal, name.name, title, text.text, hints)
        item = self._by_key.get(self._linked(operation) or "")
        return Candidate(
            operation=secured,
            primitive=proposal.primitive,
            primitive_evidence=proposal.evidence,
            readable=proposal.uri is not None,
            name=name.name,
            name_evidence=name.evidence,
            title=title,
            description=text.text,
            description_evidence=text.evidence,
            hints=hints,
            arguments=proposed.arguments,
            content_type=proposed.content_type,
            uri=proposal.uri,
            uri_variables=dict(proposal.uri_variables),
            linked=None if item is None else item.key,
            item_link=None if item is None else self._linker.link(operation, item),
            pagination=self._pagination.recognise(operation, proposed.arguments),
            notes=_notes(operation, proposal, proposed),
            findings=_findings(name, text, proposed),
            withheld=proposed.withheld,
            digest=candidate_digest(
                judged, secured, proposed, schemes, self._inputs, self._outputs
            ),
        )


def _about_body(
    operation: Operation, proposed: ProposedArguments, defs: Mapping[str, JsonValue]
) -> list[str]:
    """Return the texts about a body that no argument shows: those of one given by its members."""
    if operation.body is None or any(each.binding == "body:" for each in proposed.arguments):
        return []
    chosen = (m for m in operation.body.media_types if m.content_type == proposed.content_type)
    schema = next((media.schema for media in chosen), True)
    return [text for text in (operation.body.description, *descriptions(schema, defs)) if text]


def _notes(
    operation: Operation, proposal: Proposal, proposed: ProposedArguments
) -> tuple[str, ...]:
    return (
        *proposal.notes,
        *proposed.notes,
        *((DEPRECATED,) if operation.deprecated else ()),
        *((CREDENTIAL,) if proposed.security != operation.security else ()),
    )


def _findings(
    name: ProposedName, text: ProposedText, proposed: ProposedArguments
) -> tuple[Finding, ...]:
    told = (name.finding, *proposed.findings, text.finding)
    return tuple(each for each in told if each is not None)


def _judged(
    proposal: Proposal, name: str, title: str, description: str, hints: Hints
) -> Mapping[str, JsonValue]:
    values = (hints.read_only, hints.destructive, hints.idempotent, hints.open_world)
    return {
        "primitive": proposal.primitive.value,
        "name": name,
        "title": title,
        "description": description,
        "hints": [hint.value for hint in values],
        "uri": proposal.uri,
        "uri_variables": dict(proposal.uri_variables),
    }

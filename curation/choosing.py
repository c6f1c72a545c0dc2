"""Own the step from a draft item to what the compiler takes. Pure."""

from collections.abc import Mapping

from curation.draft import DraftItem
from translator.compile import ArgumentChoice, Choice
from translator.json_value import JsonValue


def choice_of(
    item: DraftItem, input_defs: Mapping[str, JsonValue], output_defs: Mapping[str, JsonValue]
) -> Choice:
    """Return what was chosen about an item; the definitions are those of `basis_version`."""
    return Choice(
        candidate=item.basis,
        operation_id=item.operation_id,
        input_defs=input_defs,
        output_defs=output_defs,
        expose=item.expose,
        name=item.name,
        title=item.title,
        description=item.description,
        hints=item.hints,
        arguments=tuple(
            ArgumentChoice(
                binding=argument.binding,
                name=argument.name,
                description=argument.description,
                hidden=argument.hidden,
                pinned=argument.pinned,
                default=argument.default,
            )
            for argument in item.arguments
        ),
        uri=item.uri,
        output=item.output.value,
        pages=item.pages,
    )

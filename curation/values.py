"""Own judging the values a person pins or gives as default: the API must be able to take them."""

from collections.abc import Mapping

from curation.decisions import Content, DefaultArgument, HideArgument
from curation.draft import DraftArgument, DraftItem
from translator.errors import RefusedByUs
from translator.json_value import JsonValue


def values_of(content: Content) -> tuple[JsonValue, ...]:
    """Return the values that a content would send."""
    match content:
        case HideArgument(pinned):
            return pinned
        case DefaultArgument(default):
            return (default,)
        case _:
            return ()


def check_value(
    argument: DraftArgument, value: JsonValue, input_defs: Mapping[str, JsonValue]
) -> None:
    """Refuse a value that the argument's schema does not allow.

    Raises:
        RefusedByUs: says what is wrong with it.
    """
    from translator.openapi.profiles import Enforcer
    from translator.runtime.complaints import Subject
    from translator.runtime.validation import compile_check

    subject = Subject(f"the value for {argument.name}", "member", "it has")
    try:
        check = compile_check(Enforcer(input_defs).enforce(argument.schema).schema, subject)
    except ValueError:
        return
    complaints = check.complaints(value)
    if complaints:
        raise RefusedByUs(f"{argument.binding}: {'; '.join(complaints)}")


def value_problems(item: DraftItem, input_defs: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Return what is wrong with the values decided for an item, which may be older than it."""
    problems: list[str] = []
    for argument in item.arguments:
        for value in (*argument.pinned, *argument.default):
            try:
                check_value(argument, value, input_defs)
            except RefusedByUs as error:
                problems.append(f"{item.key}: {error}")
    return tuple(problems)

"""Own what fills each parameter and body member: an argument, a pinned value, or a default.

In come a candidate and what was chosen about its arguments; out come the arguments as listed and
the `Call` with everything bound. Renaming an argument never touches where its value goes. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from translator.answers import accept, expected
from translator.arguments import Argument
from translator.choice import ArgumentChoice, Choice
from translator.json_value import JsonValue
from translator.openapi.profiles import Enforcer, close
from translator.operation import Encoding, Parameter
from translator.runtime.media_types import is_json
from translator.surface import BoundBody, BoundMember, BoundParameter, Call

_WHOLE = "body:"
_MEMBER = "body:/"


@dataclass(frozen=True, slots=True)
class Filling:
    """One argument of a candidate with what was chosen about it."""

    argument: Argument
    choice: ArgumentChoice

    @property
    def key(self) -> str | None:
        """The key a caller gives it under, None for an argument that is not offered."""
        return None if self.choice.hidden or self.choice.pinned else self.choice.name

    @property
    def lacks_a_value(self) -> bool:
        """Whether the API requires it and nothing would ever fill it."""
        filled = self.key is not None or self.choice.pinned or self.choice.default
        return self.argument.required and not filled

    @property
    def listed(self) -> Argument:
        """The argument as a caller sees it."""
        schema, default = self.argument.schema, self.choice.default
        if default:
            schema = {**(schema if isinstance(schema, dict) else {}), "default": default[0]}
        described = self.choice.description
        return replace(
            self.argument,
            name=self.choice.name,
            schema=schema,
            required=self.argument.required and not default,
            description=self.argument.description if described is None else described,
        )


def fillings(choice: Choice) -> tuple[Filling, ...]:
    """Return the candidate's arguments with their choices, in the candidate's order."""
    chosen = {each.binding: each for each in choice.arguments}
    return tuple(
        Filling(
            argument, chosen.get(argument.binding, ArgumentChoice(argument.binding, argument.name))
        )
        for argument in choice.candidate.arguments
    )


def bind(
    choice: Choice, filled: Mapping[str, Filling], enforcer: Enforcer, offered: frozenset[str]
) -> Call:
    """Return the HTTP side of a candidate.

    `filled` holds the fillings by binding. Arguments outside `offered`, by key, are not bound:
    the caller has no way to give them.
    """
    operation = choice.candidate.operation
    return Call(
        operation=operation.key,
        operation_id=choice.operation_id,
        method=operation.method,
        path=operation.path,
        servers=operation.servers,
        own_servers=operation.own_servers,
        parameters=tuple(
            _bound_parameter(parameter, found, offered, choice.input_defs)
            for parameter in operation.parameters
            if (found := filled.get(f"{parameter.location.value}:{parameter.name}"))
            and _is_ever_filled(found, offered)
        ),
        body=_bound_body(choice, filled, offered),
        security=operation.security,
        accept=accept(operation),
        responses=expected(operation, enforcer),
        read_only=choice.hints.read_only.value,
        idempotent=choice.hints.idempotent.value and choice.hints.idempotent.decided,
    )


def _key(filling: Filling, offered: frozenset[str]) -> str | None:
    return filling.key if filling.key in offered else None


def _is_ever_filled(filling: Filling, offered: frozenset[str]) -> bool:
    chosen = filling.choice
    return bool(_key(filling, offered) is not None or chosen.pinned or chosen.default)


def _bound_parameter(
    parameter: Parameter,
    filling: Filling,
    offered: frozenset[str],
    defs: Mapping[str, JsonValue],
) -> BoundParameter:
    named = parameter.content_type
    needed = named is not None and not is_json(named)
    schema = close(parameter.schema, defs) if needed else True
    return BoundParameter(
        replace(parameter, schema=schema, description=None, examples=(), pointer=""),
        _key(filling, offered),
        filling.choice.pinned,
        filling.choice.default,
    )


def _bound_body(
    choice: Choice, filled: Mapping[str, Filling], offered: frozenset[str]
) -> BoundBody | None:
    body, name = choice.candidate.operation.body, choice.candidate.content_type
    media = next((m for m in body.media_types if m.content_type == name), None) if body else None
    if body is None or media is None:
        return None
    bound = BoundBody(
        content_type=media.content_type,
        required=body.required,
        schema=True if is_json(media.content_type) else close(media.schema, choice.input_defs),
        encoding={
            key: _bound_encoding(value, choice.input_defs) for key, value in media.encoding.items()
        },
    )
    whole = filled.get(_WHOLE)
    if whole is None:
        return replace(bound, members=_members(filled, offered))
    if not _is_ever_filled(whole, offered):
        return None
    return replace(
        bound,
        whole=_key(whole, offered) or "",
        pinned=whole.choice.pinned,
        default=whole.choice.default,
    )


def _members(filled: Mapping[str, Filling], offered: frozenset[str]) -> tuple[BoundMember, ...]:
    return tuple(
        BoundMember(
            _unescaped(binding.removeprefix(_MEMBER)),
            _key(filling, offered),
            filling.choice.pinned,
            filling.choice.default,
        )
        for binding, filling in filled.items()
        if binding.startswith(_MEMBER) and _is_ever_filled(filling, offered)
    )


def _unescaped(token: str) -> str:
    """Undo the escapes of one reference token (RFC 6901 §4)."""
    return token.replace("~1", "/").replace("~0", "~")


def _bound_encoding(encoding: Encoding, defs: Mapping[str, JsonValue]) -> Encoding:
    headers = tuple(
        replace(h, schema=close(h.schema, defs), description=None, examples=(), pointer="")
        for h in encoding.headers
    )
    return replace(encoding, headers=headers)

"""Own the profiles, and the schemas that clients are given.

Three shapes of one schema: *listed* (`list_input`), in the dialect of a profile;
*enforced* (`enforced`), all that it demands, for the check at the call; *open* (`open_output`),
what an answer looks like without anything it could break. In the portable profile the listed
schema accepts whatever the enforced one does. Every result is valid 2020-12 and closed: its
`$ref`s read `#/$defs/NAME`, and its `$defs` hold exactly what it reaches. What clients accept is
written down in `translator.profile_rules`.

`Lister`, `Enforcer` and `Opener` share work between all schemas over one mapping of definitions;
the functions are for single schemas. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from translator.json_value import JsonValue
from translator.openapi.closure import close
from translator.openapi.economy import Economy
from translator.openapi.fitting import FITS
from translator.openapi.full import full_shaper
from translator.openapi.inlining import inline_definitions
from translator.openapi.open_shape import OpenShaper
from translator.openapi.portable import PortableShaper
from translator.openapi.repetition import said_once
from translator.openapi.strict import strict_shaper
from translator.patterns import pattern_engine
from translator.profile_rules import POPULAR

__all__ = [
    "PROFILES",
    "Enforced",
    "Enforcer",
    "Listed",
    "Lister",
    "Opener",
    "Profile",
    "close",
    "enforced",
    "list_input",
    "open_output",
    "pattern_engine",
    "root_schema",
]


_ROOT_KEYWORDS = frozenset(
    ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const", "$ref"]
)


@dataclass(frozen=True, slots=True)
class Profile:
    """A dialect of listed schemas, and the clients (of `profile_rules`) it is written for.

    `name_pattern` and `key_pattern` are for tool names and for the root properties of an input
    schema; with more tools than `max_tools` some clients refuse or cut the list.
    `root_keywords` are left to the check at the call at the root of an input schema.
    """

    name: str
    meaning: str
    clients: tuple[str, ...]
    max_tools: int = 128
    name_pattern: str = "^[a-zA-Z0-9_-]{1,64}$"
    key_pattern: str = "^[a-zA-Z0-9_.-]{1,64}$"
    root_keywords: frozenset[str] = _ROOT_KEYWORDS


_POPULAR = tuple(client.name for client in POPULAR)
#: Profiles by name.
PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("portable", "what all popular clients take; the default", _POPULAR),
        Profile(
            "gemini",
            "for programs that send schemas in Gemini's older field as they are",
            (*_POPULAR, "Gemini parameters field"),
        ),
        Profile(
            "full",
            "JSON Schema 2020-12 as the description says it, for clients that read all of it",
            (),
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Listed:
    """A schema as listed; `weakened` says in sentences what it leaves to the check at the call."""

    schema: JsonValue
    weakened: tuple[str, ...] = ()


def root_schema(properties: Mapping[str, JsonValue], required: Iterable[str]) -> JsonValue:
    """Return the object schema of a tool's arguments; unknown ones are refused."""
    names = list(required)
    root: dict[str, JsonValue] = {"type": "object", "properties": dict(properties)}
    if names:
        root["required"] = names
    root["additionalProperties"] = False
    return root


class Lister:
    """Lists schemas over one mapping of definitions, in the dialect of a profile.

    Raises:
        KeyError: there is no such profile.
    """

    def __init__(self, defs: Mapping[str, JsonValue], profile: str = "portable") -> None:
        self._profile = PROFILES[profile]
        self._full = full_shaper(defs)
        self._shaper = PortableShaper(defs).shaper
        self._economy = Economy()

    def list(self, schema: JsonValue) -> Listed:
        """Return the input schema as listed; its root is an object with properties."""
        given = schema if isinstance(schema, dict) else {}
        if self._profile.name == "full":
            closed = self._full.close(given)
            return Listed(closed.schema, tuple(dict.fromkeys(closed.remarks)))
        refused = self._profile.root_keywords & given.keys()
        root: dict[str, JsonValue] = {"type": "object", "properties": {}}
        root |= {key: value for key, value in given.items() if key not in refused}
        shaped = self._shaper.shape(root | {"type": "object"})
        reached = self._shaper.reached(shaped)
        remarks = [
            f"arguments: `{key}` is checked at the call, not listed" for key in sorted(refused)
        ]
        remarks += shaped.remarks
        remarks += (text for one in reached.values() for text in one.remarks)
        listed = self._economy.close(shaped.schema, reached)
        fitted = said_once(FITS[self._profile.name](listed, remarks), remarks)
        return Listed(fitted, tuple(dict.fromkeys(remarks)))

    def list_answer(self, schema: JsonValue) -> JsonValue:
        """Return the schema of an answer as listed where the strict one is wanted."""
        shaped = self._shaper.shape(schema)
        return inline_definitions(shaped.schema, self._shaper.reached(shaped))


@dataclass(frozen=True, slots=True)
class Enforced:
    """A schema as checked; `unchecked` says in sentences what no engine can check."""

    schema: JsonValue
    unchecked: tuple[str, ...] = ()


class Enforcer:
    """Gives the enforced shapes of schemas over one mapping of definitions."""

    def __init__(self, defs: Mapping[str, JsonValue]) -> None:
        self._shaper = strict_shaper(defs)

    def enforce(self, schema: JsonValue) -> Enforced:
        """Return the schema as jsonschema-rs compiles it, closed."""
        closed = self._shaper.close(schema)
        return Enforced(closed.schema, closed.remarks)


class Opener:
    """Gives the open shapes of answers over one mapping of definitions."""

    def __init__(self, defs: Mapping[str, JsonValue]) -> None:
        self._open = OpenShaper(defs)

    def open(self, schemas: Sequence[JsonValue]) -> tuple[JsonValue, bool]:
        """Return the open schema for answers of any of these schemas, and whether it wraps.

        It accepts every object; where not all answers are objects by their schemas, it wraps:
        the answer stands under `result`.
        """
        wrapped = not all(self._open.is_object(schema) for schema in schemas)
        whole = schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}
        shaper = self._open.shaper
        shaped = shaper.shape(whole if wrapped else self._open.spread(whole))
        root: dict[str, JsonValue] = {"type": "object"}
        root |= {"properties": {"result": shaped.schema}} if wrapped else shaped.schema
        return inline_definitions(root, shaper.reached(shaped)), wrapped


def list_input(
    schema: JsonValue, defs: Mapping[str, JsonValue], profile: str = "portable"
) -> Listed:
    """Return an input schema as listed; see `Lister`."""
    return Lister(defs, profile).list(schema)


def enforced(schema: JsonValue, defs: Mapping[str, JsonValue]) -> JsonValue:
    """Return a schema as enforced; see `Enforcer`."""
    return Enforcer(defs).enforce(schema).schema


def open_output(schema: JsonValue, defs: Mapping[str, JsonValue]) -> tuple[JsonValue, bool]:
    """Return the open schema of an answer, and whether it wraps; see `Opener`."""
    return Opener(defs).open([schema])

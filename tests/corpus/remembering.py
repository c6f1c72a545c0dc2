"""Let openapi-core remember what it makes of one description.

openapi-core builds the validator, caster and unmarshaller of a schema anew for every value, copies
all format checkers each time, and walks to the schema from the root of the document. None of
that depends on the value. What is built stays with the document it was built for; what is judged,
and how, is as before.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from jsonschema_path import SchemaPath
from openapi_core import Config, OpenAPI
from openapi_core.casting.schemas.factories import SchemaCastersFactory
from openapi_core.deserializing.styles.factories import StyleDeserializersFactory
from openapi_core.unmarshalling.schemas.factories import SchemaUnmarshallersFactory
from openapi_core.unmarshalling.schemas.unmarshallers import SchemaUnmarshaller
from openapi_core.validation.schemas.factories import SchemaValidatorsFactory
from openapi_core.validation.schemas.validators import SchemaValidator
from pathable.accessors import SubscriptableAccessor

Create = Callable[..., Any]
#: Places of one document that are remembered; one has fewer.
_PLACES = 1_000_000


def open_api(document: Any, base_uri: str, config: Config) -> OpenAPI:
    """Return openapi-core over a document that does not change any more."""
    spec = SchemaPath.from_dict(document, base_uri=base_uri, resolved_cache_maxsize=_PLACES)
    return OpenAPI(spec, config=config)


def _remembered(create: Create) -> Create:
    """Make a factory's method give what it made before of the same schema and options."""

    @wraps(create)
    def made(self: Any, spec: SchemaPath, schema: SchemaPath, *rest: Any, **named: Any) -> Any:
        known = vars(schema.accessor).setdefault("_made", {})
        options = (*map(_identity, rest), *((key, _identity(named[key])) for key in sorted(named)))
        key = (create, id(self), schema.parts, options)
        if key not in known:
            # The factory and its options are kept, so that no other gets their identity.
            known[key] = (create(self, spec, schema, *rest, **named), self, rest, named)
        return known[key][0]

    return made


def _identity(option: Any) -> Any:
    return option if isinstance(option, (str, bool, int)) else id(option)


def _evolved(evolve: Create) -> Create:
    """Make a validator or unmarshaller remember those of the schemas inside its own."""

    @wraps(evolve)
    def made(self: Any, schema: SchemaPath) -> Any:
        known = vars(self).setdefault("_evolved", {})
        if schema.parts not in known:
            known[schema.parts] = evolve(self, schema)
        return known[schema.parts]

    return made


def _checkers_remembered(get: Create) -> Create:
    """Make a factory give the format checkers it gave before for the same formats."""
    known: dict[Any, Any] = {}

    @wraps(get)
    def got(self: Any, formats: Any = None, extra: Any = None) -> Any:
        key = (id(self), id(formats), tuple(sorted(extra)) if extra else ())
        if key not in known:
            known[key] = (get(self, formats, extra), self, formats)
        return known[key][0]

    return got


def _get_subnode(node: Any, part: Any) -> Any:
    """Return a member of a JSON value, without asking first whether it may have any."""
    try:
        return node[part]
    except (KeyError, IndexError, TypeError) as error:
        raise KeyError(part) from error


_EMPTY = SchemaPath.from_dict({})
_from_dict = SchemaPath.from_dict


def _path(data: Any, *rest: Any, **named: Any) -> SchemaPath:
    """Return the path over a document; openapi-core asks for one over nothing at every request."""
    return _EMPTY if data == {} and not rest and not named else _from_dict(data, *rest, **named)


def remember() -> None:
    """Teach openapi-core, once per process."""
    if hasattr(SchemaValidatorsFactory.create, "__wrapped__"):
        return
    SubscriptableAccessor._get_subnode = staticmethod(_get_subnode)
    SchemaPath.from_dict = staticmethod(_path)
    for factory in (
        SchemaValidatorsFactory,
        SchemaUnmarshallersFactory,
        SchemaCastersFactory,
        StyleDeserializersFactory,
    ):
        factory.create = _remembered(factory.create)
    for judge in (SchemaValidator, SchemaUnmarshaller):
        judge.evolve = _evolved(judge.evolve)
    checkers = SchemaValidatorsFactory.get_format_checker
    SchemaValidatorsFactory.get_format_checker = _checkers_remembered(checkers)

import pytest

from translator.arguments import ProposedArguments, propose_arguments
from translator.operation import (
    Location,
    MediaType,
    Operation,
    Parameter,
    RequestBody,
    SchemeUse,
    SecurityRequirement,
    SecurityScheme,
)

KEY = SecurityScheme("Key", "apiKey", Location.HEADER, "X-Api-Key")
TOKEN = SecurityScheme("Token", "apiKey", Location.QUERY, "token")
SCHEMES = {scheme.key: scheme for scheme in (KEY, TOKEN, SecurityScheme("Bearer", "http"))}
TEXT = {"type": "string"}


def parameter(location: str, name: str, **more) -> Parameter:
    return Parameter(name, Location(location), more.pop("schema", TEXT), **more)


def proposed(*parameters: Parameter, **more) -> ProposedArguments:
    operation = Operation("POST", "/a", parameters=parameters, pointer="/paths/~1a/post", **more)
    return propose_arguments(operation, {}, SCHEMES)


def bindings(found: ProposedArguments) -> dict[str, str]:
    return {argument.name: argument.binding for argument in found.arguments}


def codes(found: ProposedArguments) -> list[str]:
    return [each.code for each in found.findings]


def test_parameters_are_arguments_under_their_own_names():
    found = proposed(
        parameter("path", "id", required=True),
        parameter("query", "limit"),
        parameter("header", "X-Tenant"),
        parameter("cookie", "sid"),
        parameter("querystring", "q"),
    )

    assert bindings(found) == {
        "id": "path:id",
        "limit": "query:limit",
        "X-Tenant": "header:X-Tenant",
        "sid": "cookie:sid",
        "q": "querystring:q",
    }
    assert [argument.required for argument in found.arguments] == [True, *[False] * 4]
    assert found.findings == ()


def test_one_name_in_several_locations_gets_the_location_as_suffix():
    found = proposed(*(parameter(location, "id") for location in ("path", "query", "header")))

    assert bindings(found) == {
        "id_path": "path:id",
        "id_query": "query:id",
        "id_header": "header:id",
    }


def test_names_that_are_no_portable_keys_are_told():
    found = proposed(parameter("query", "filter[name]"))

    assert bindings(found) == {"filter_name": "query:filter[name]"}
    assert codes(found) == ["argument-renamed"]
    assert "query:filter[name]" in found.findings[0].message


def test_a_member_that_is_no_portable_key_keeps_its_binding():
    media = MediaType("application/json", {"properties": {"a b/c": TEXT}})
    found = proposed(body=RequestBody((media,)))

    assert bindings(found) == {"a_b_c": "body:/a b~1c"}


@pytest.mark.parametrize(
    "name", ["Accept", "content-type", "Authorization", "Host", "Cookie", "TE", "Connection"]
)
def test_what_the_request_itself_decides_is_no_argument(name):
    found = proposed(parameter("header", name, required=True))

    assert found.arguments == ()
    assert codes(found) == ["parameter-ignored"]


def test_such_names_are_arguments_elsewhere():
    assert bindings(proposed(parameter("query", "host"))) == {"host": "query:host"}


@pytest.mark.parametrize(
    ("location", "name", "is_argument"),
    [
        ("header", "x-api-key", False),
        ("query", "token", False),
        ("query", "Token", True),
        ("query", "X-Api-Key", True),
        ("cookie", "token", True),
    ],
)
def test_a_declared_credential_is_no_argument(location, name, is_argument):
    found = proposed(parameter(location, name))

    assert bool(found.arguments) is is_argument
    assert codes(found) == ([] if is_argument else ["parameter-ignored"])


@pytest.mark.parametrize(
    ("location", "name", "told"),
    [
        ("query", "api_key", True),
        ("header", "X-Access-Token", True),
        ("query", "key", False),
        ("path", "token", False),
    ],
)
def test_what_looks_like_a_credential_is_told(location, name, told):
    found = proposed(parameter(location, name))

    assert bool(found.notes) is told
    assert len(found.arguments) == 1


def test_a_required_credential_asks_for_its_scheme():
    bearer = SecurityRequirement((SchemeUse("Bearer"),))
    needed = parameter("header", "X-Api-Key", required=True)

    assert proposed(needed).security == (SecurityRequirement((SchemeUse("Key"),)),)
    assert proposed(needed, security=(bearer,)).security == (
        SecurityRequirement((SchemeUse("Bearer"), SchemeUse("Key"))),
    )


def test_an_optional_credential_asks_for_nothing_more():
    assert proposed(parameter("header", "X-Api-Key")).security == ()


def test_a_scheme_that_is_asked_for_already_is_not_asked_for_twice():
    security = (SecurityRequirement((SchemeUse("Key", ("scope",)),)),)
    found = proposed(parameter("header", "X-Api-Key", required=True), security=security)

    assert found.security == security


def test_parameters_that_are_arguments_come_in_the_same_order():
    found = proposed(parameter("header", "Host"), parameter("query", "b"), parameter("query", "a"))

    assert [each.name for each in found.parameters] == ["b", "a"]
    assert [each.name for each in found.arguments] == ["b", "a"]


@pytest.mark.parametrize(
    ("more", "schema"),
    [
        ({"examples": ("2024-01-15",)}, {"type": "string", "examples": ["2024-01-15"]}),
        ({"examples": (1, 2)}, {"type": "string", "examples": [1]}),
        ({"examples": ("x" * 90,)}, TEXT),
        ({"examples": ([1],)}, TEXT),
        ({"examples": ("a",), "schema": {"enum": ["a"]}}, {"enum": ["a"]}),
        ({"examples": ("a",), "schema": {"$ref": "#/$defs/A"}}, {"$ref": "#/$defs/A"}),
        ({"examples": ("a",), "schema": True}, True),
    ],
)
def test_a_short_example_joins_a_schema_that_has_none(more, schema):
    assert proposed(parameter("query", "a", **more)).arguments[0].schema == schema


def test_descriptions_are_prose_and_tell_what_is_deprecated():
    found = proposed(
        parameter("query", "a", description="*One* of `x` or `y`."),
        parameter("query", "b", deprecated=True),
        parameter("query", "c"),
    )

    assert [argument.description for argument in found.arguments] == [
        "One of x or y",
        "Deprecated.",
        None,
    ]


@pytest.mark.parametrize(("required", "withheld"), [(True, True), (False, False)])
def test_a_body_nobody_can_write_withholds_what_requires_it(required, withheld):
    found = proposed(body=RequestBody((MediaType("json"),), required))

    assert codes(found) == ["media-type-unsupported"]
    assert (found.withheld is not None) is withheld
    assert found.content_type is None


def test_the_chosen_media_type_is_told():
    body = RequestBody((MediaType("text/csv"), MediaType("application/json", {"type": "array"})))

    assert proposed(body=body).content_type == "application/json"


def test_the_whole_body_needs_no_word_about_its_key():
    body = RequestBody((MediaType("application/json", {"type": "array"}),))

    assert proposed(parameter("query", "x"), body=body).findings == ()

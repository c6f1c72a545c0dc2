import pytest

from translator.arguments import propose_arguments
from translator.operation import Location, MediaType, Operation, Parameter, RequestBody
from translator.proposal import (
    CONFIRM_ACTS,
    CONFIRM_READS,
    ONLY_TOOLS,
    SEARCH,
    Proposal,
    link_of,
    propose_primitive,
)

TEXT = {"type": "string"}
LIST = {"type": "array", "items": TEXT}
DEFS = {"Ids": LIST, "Point": {"type": "object", "properties": {"x": TEXT}}}


def parameter(location: str, name: str, schema: object = TEXT, **more) -> Parameter:
    return Parameter(name, Location(location), schema, **more)


def read(path: str, *parameters: Parameter, method: str = "GET", **more) -> Proposal:
    in_path = [p for p in parameters if p.location is Location.PATH]
    given = tuple(parameters)
    if not in_path:
        names = [part.partition("}")[0] for part in path.split("{")[1:]]
        given = (*(parameter("path", name, required=True) for name in names), *given)
    operation = Operation(method, path, parameters=given, **more)
    found = propose_arguments(operation, DEFS, {})
    return propose_primitive(operation, found.parameters, found.arguments, "shop", DEFS)


@pytest.mark.parametrize(
    ("path", "parameters", "primitive", "uri", "why"),
    [
        ("/status", [], "resource", "api://shop/status", "without parameters"),
        ("/", [], "resource", "api://shop/", "without parameters"),
        ("/pets/{petId}", [], "resource_template", "api://shop/pets/{petId}", "one thing"),
        (
            "/pets/{petId}",
            [parameter("query", "fields")],
            "resource_template",
            "api://shop/pets/{petId}{?fields}",
            "one thing",
        ),
        (
            "/pets",
            [parameter("query", "status"), parameter("query", "limit")],
            "resource_template",
            "api://shop/pets{?status,limit}",
            "of a collection",
        ),
        (
            "/inventory",
            [parameter("query", "day")],
            "resource_template",
            "api://shop/inventory{?day}",
            "optional query parameters",
        ),
        (
            "/users/{id}/avatar",
            [],
            "resource_template",
            "api://shop/users/{id}/avatar",
            "belongs to one thing",
        ),
        (
            "/pets",
            [parameter("query", "q", required=True)],
            "tool",
            "api://shop/pets{?q}",
            "requires the query parameter q",
        ),
        ("/pets/search", [], "tool", "api://shop/pets/search", "'search'"),
        ("/pet/findByStatus", [], "tool", "api://shop/pet/findByStatus", "'find'"),
        ("/search/users", [], "tool", "api://shop/search/users", "'search'"),
        ("/searches/{id}", [], "resource_template", "api://shop/searches/{id}", "one thing"),
        ("/search/{term}", [], "tool", "api://shop/search/{term}", "'search'"),
        (
            "/pets",
            [parameter("header", "X-Tenant", required=True)],
            "tool",
            None,
            "needs a header parameter, which no URI carries: X-Tenant",
        ),
        (
            "/pets",
            [parameter("cookie", "sid", required=True)],
            "tool",
            None,
            "needs a cookie parameter",
        ),
        (
            "/pets",
            [parameter("query", "f", required=True, style="deepObject")],
            "tool",
            None,
            "needs a deepObject parameter",
        ),
        (
            "/pets",
            [parameter("query", "f", required=True, content_type="application/json")],
            "tool",
            None,
            "needs a content parameter",
        ),
        (
            "/pets",
            [parameter("query", "p", {"$ref": "#/$defs/Point"}, required=True)],
            "tool",
            None,
            "needs an object parameter",
        ),
        (
            "/pets/{ids}",
            [parameter("path", "ids", {"$ref": "#/$defs/Ids"}, required=True)],
            "tool",
            None,
            "needs an array in its path",
        ),
        ("/{a}{b}", [], "tool", None, "no URI template stands for its path"),
        ("/../pets", [], "tool", None, "no URI template stands for its path"),
        ("/a/%2E/b", [], "tool", None, "no URI template stands for its path"),
    ],
)
def test_a_get_is_proposed_by_the_table(path, parameters, primitive, uri, why):
    proposal = read(path, *parameters)

    assert (proposal.primitive, proposal.uri) == (primitive, uri)
    assert why in proposal.evidence


@pytest.mark.parametrize(
    ("method", "operation_id", "why", "notes"),
    [
        ("POST", "createPet", "POST does not read one thing", ()),
        ("POST", "searchPets", "'search': a tool, perhaps read-only", (CONFIRM_READS,)),
        ("QUERY", "queryPets", "QUERY reads by a body (OAS 3.2.0", ()),
        ("HEAD", "headPets", "no content (RFC 9110 §9.3.2)", ()),
        ("PUT", "replacePet", "PUT does not", ()),
        ("GET", "deletePet", "its name begins with 'delete'", (CONFIRM_ACTS,)),
    ],
)
def test_everything_else_is_a_tool(method, operation_id, why, notes):
    proposal = read("/pets", method=method, operation_id=operation_id)

    assert (proposal.primitive, proposal.uri) == ("tool", None)
    assert why in proposal.evidence
    assert proposal.notes == notes


@pytest.mark.parametrize(
    ("operation_id", "primitive"),
    [
        ("getExport", "resource"),
        ("exportPets", "tool"),
        ("pets_search", "tool"),
        ("getSearch", "resource"),
        ("async-search-get", "resource"),
        ("listPets", "resource"),
    ],
)
def test_a_name_says_that_a_get_computes(operation_id, primitive):
    assert read("/pets", operation_id=operation_id).primitive == primitive


def test_a_get_with_a_body_computes_and_reads_without():
    body = RequestBody((MediaType("application/json", {"type": "array"}),))
    proposal = read("/pets", body=body)

    assert (proposal.primitive, proposal.uri) == ("tool", "api://shop/pets")
    assert "with a body" in proposal.evidence


def test_a_body_that_can_only_be_empty_is_none():
    empty = {"type": "object", "properties": {}, "additionalProperties": False}
    body = RequestBody((MediaType("application/x-www-form-urlencoded", empty),))

    assert read("/pets", body=body).primitive == "resource"


@pytest.mark.parametrize(
    ("path", "operation_id", "primitive"),
    [
        ("/pets/{id}", "findPetById", "resource_template"),
        ("/pets", "findAllPets", "resource"),
        ("/pets", "findPets", "tool"),
    ],
)
def test_finding_one_thing_or_all_is_reading(path, operation_id, primitive):
    assert read(path, operation_id=operation_id).primitive == primitive


def test_a_get_that_needs_a_body_is_no_resource():
    body = RequestBody((MediaType("application/json", {"type": "array"}),), required=True)

    assert read("/pets", body=body).uri is None


def test_filters_are_told_to_be_a_search():
    assert read("/pets", parameter("query", "status")).notes == (SEARCH, ONLY_TOOLS)
    assert read("/pets").notes == (ONLY_TOOLS,)


def test_what_the_uri_leaves_out_is_told():
    proposal = read(
        "/pets",
        parameter("header", "X-Trace"),
        parameter("query", "f", style="deepObject"),
        parameter("query", "status"),
    )

    assert proposal.uri == "api://shop/pets{?status}"
    assert proposal.notes[2:] == (
        "The URI leaves out X-Trace, which stays optional.",
        "The URI leaves out f, which stays optional.",
    )


@pytest.mark.parametrize(
    ("name", "schema", "uri", "variables"),
    [
        ("tags", LIST, "{?tags*}", {"tags": "tags"}),
        ("ids", {"$ref": "#/$defs/Ids"}, "{?ids*}", {"ids": "ids"}),
        ("t", {"type": ["array", "null"]}, "{?t*}", {"t": "t"}),
        ("t", {"anyOf": [LIST, {"type": "null"}]}, "{?t*}", {"t": "t"}),
        ("t", {"anyOf": [LIST, TEXT]}, "{?t}", {"t": "t"}),
        ("t", True, "{?t}", {"t": "t"}),
        ("filter[name]", TEXT, "{?filter_name}", {"filter_name": "filter_name"}),
        ("a.b-c", TEXT, "{?a_b_c}", {"a_b_c": "a.b-c"}),
    ],
)
def test_filters_are_variables_of_the_template(name, schema, uri, variables):
    proposal = read("/pets", parameter("query", name, schema))

    assert proposal.uri == f"api://shop/pets{uri}"
    assert proposal.uri_variables == variables


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/pets", "/pets/{petId}"),
        ("/pets/", "/pets/{petId}/"),
        ("/tags.json", "/tags/{id}.json"),
        ("/a/{b}/pets", "/a/{b}/pets/{petId}"),
    ],
)
def test_a_collection_and_its_item_are_linked(one, other):
    collection, item = Operation("GET", one), Operation("GET", other)
    linked = link_of([item, Operation("POST", one), collection])

    assert linked(collection) == item.key
    assert linked(item) == collection.key
    assert linked(Operation("POST", one)) is None


def test_other_paths_are_not_linked():
    linked = link_of([Operation("GET", "/pets"), Operation("GET", "/pets/{id}/photo")])

    assert linked(Operation("GET", "/pets")) is None
    assert linked(Operation("GET", "/pets/{id}/photo")) is None

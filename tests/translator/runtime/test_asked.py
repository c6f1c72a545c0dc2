from dataclasses import replace

import pytest

from tests.mcp_surfaces import call, in_path, in_query
from translator.operation import Location, Parameter
from translator.runtime.asked import ArgumentNames, Where, argument_names, fold
from translator.surface import BoundBody, BoundMember, BoundParameter

NAMES = ArgumentNames(
    parameters=(
        ("path", "petId", "pet_id"),
        ("query", "filter[name]", "filter_name"),
        ("query", "limit", "limit"),
        ("header", "If-Match", "if_match"),
        ("query", "tenant", None),
        ("query", "name", "search_name"),
    ),
    members={"name": "name", "unitPrice": "price", "tags": "tags", "state": None},
)
WHOLE = ArgumentNames(whole="body")


@pytest.mark.parametrize(
    ("where", "place", "argument"),
    [
        ("limit", None, "`limit`"),
        ("petId", None, "`pet_id`"),
        ("pet_id", None, "`pet_id`"),
        ("PETID", None, "`pet_id`"),
        ("filter[name]", None, "`filter_name`"),
        ("unitPrice", None, "`price`"),
        ("unit_price", None, "`price`"),
        ("UnitPrice", None, "`price`"),
        ("/unitPrice", None, "`price`"),
        ("#/unitPrice", None, "`price`"),
        ("#/unit%50rice", None, "`price`"),
        ("/tags/0/label", None, "`tags[0].label`"),
        ("tags[0].label", None, "`tags[0].label`"),
        ("$.tags[0]", None, "`tags[0]`"),
        (("body", "tags", 0), None, "`tags[0]`"),
        (("query", "limit"), None, "`limit`"),
        (("path", "petId"), None, "`pet_id`"),
        (("header", "if-match"), None, "`if_match`"),
        ("body.unitPrice", None, "`price`"),
        ("query.limit", None, "`limit`"),
        ("pet[unitPrice]", None, "`price`"),
        ("createPetRequest.unitPrice", None, "`price`"),
        ("tenant", None, "`tenant` (set by the operator)"),
        ("/state", None, "`state` (set by the operator)"),
        ("name", "query", "`search_name`"),
        ("/name", "body", "`name`"),
        (("query", "name"), None, "`search_name`"),
        (("body", "name"), None, "`name`"),
    ],
)
def test_place_of_the_request_is_named_as_the_caller_knows_it(
    where: Where, place: str | None, argument: str
) -> None:
    assert NAMES.find(where, place) == argument


@pytest.mark.parametrize(
    "where", ["colour", "/colour", ("body", "colour"), "", "/", (), "x" * 9_000, "....", "[[["]
)
def test_what_is_no_place_of_the_request_is_none(where: Where) -> None:
    assert NAMES.find(where) is None


@pytest.mark.parametrize(
    ("where", "argument"),
    [
        ("/unitPrice", "`body.unitPrice`"),
        ("/0/name", "`body[0].name`"),
        (("body", "lines", 2), "`body.lines[2]`"),
        ("body.name", "`body.name`"),
        ("name", None),
    ],
)
def test_body_that_is_one_argument_is_named_with_the_way_into_it(
    where: Where, argument: str | None
) -> None:
    assert WHOLE.find(where) == argument


def test_names_are_those_of_the_call() -> None:
    pinned = BoundParameter(Parameter("key", Location.QUERY, True), None, pinned=(1,))
    body = BoundBody("application/json", True, members=(BoundMember("qty", "quantity"),))
    made = replace(call("POST", "/a/{id}", in_path("id"), in_query("q"), pinned), body=body)
    names = argument_names(made)
    assert names.parameters == (("path", "id", "id"), ("query", "q", "q"), ("query", "key", None))
    assert (names.members, names.whole) == ({"qty": "quantity"}, None)
    whole = replace(made, body=BoundBody("application/json", True, whole="body"))
    assert argument_names(whole).whole == "body"
    fixed = replace(made, body=BoundBody("application/json", True, whole="", pinned=({},)))
    assert argument_names(fixed).whole is None


def test_arguments_of_the_path_and_of_headers() -> None:
    assert NAMES.of_path() == ("pet_id",)
    assert NAMES.of_header("if-match") == "if_match"
    assert NAMES.of_header("Range") is None


def test_renamed_are_those_that_the_api_calls_otherwise() -> None:
    assert NAMES.renamed() == {
        "petId": "pet_id",
        "filter[name]": "filter_name",
        "If-Match": "if_match",
        "unitPrice": "price",
    }


def test_names_fold_to_what_all_spellings_share() -> None:
    assert fold("Error_Message") == fold("error-message") == fold("errorMessage")

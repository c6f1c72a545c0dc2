from typing import Any

import pytest

from translator.errors import PlanError
from translator.operation import Encoding
from translator.runtime.bodies import body_value, encode_arguments, encode_body
from translator.surface import BoundBody, BoundMember

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


def flat(*members: BoundMember, required: bool = True, content_type: str = JSON) -> BoundBody:
    return BoundBody(content_type, required, members=members)


def test_members_are_put_back_under_their_own_names() -> None:
    bound = flat(BoundMember("a", "a_body"), BoundMember("b", "b"))

    assert body_value(bound, {"a_body": 1, "b": 2, "c": 3}) == ({"a": 1, "b": 2},)


def test_explicit_null_is_a_value_and_absence_is_none() -> None:
    bound = flat(BoundMember("note", "note"), BoundMember("title", "title"))

    assert encode_arguments(bound, {"note": None}, "b") == (b'{"note":null}', JSON)


def test_pinned_wins_over_the_argument_and_default_fills_in() -> None:
    bound = flat(BoundMember("a", "a", pinned=(1,)), BoundMember("b", "b", default=(None,)))

    assert body_value(bound, {"a": 2}) == ({"a": 1, "b": None},)


@pytest.mark.parametrize(
    ("required", "content_type", "expected"),
    [(True, JSON, (b"{}", JSON)), (True, FORM, (b"", FORM)), (False, JSON, None)],
)
def test_all_members_absent(required: bool, content_type: str, expected: Any) -> None:
    bound = flat(BoundMember("a", "a"), required=required, content_type=content_type)

    assert encode_arguments(bound, {}, "b") == expected


@pytest.mark.parametrize("value", [None, [], {}, 0, "", False])
def test_whole_body_is_the_argument_whatever_it_is(value: Any) -> None:
    assert body_value(BoundBody(JSON, False, whole="body"), {"body": value}) == (value,)


def test_absent_whole_body() -> None:
    assert body_value(BoundBody(JSON, False, whole="body"), {}) == ()
    with pytest.raises(PlanError, match="payload: is required") as caught:
        body_value(BoundBody(JSON, True, whole="payload"), {})
    assert caught.value.argument == "payload"


def test_dictionary_body_arrives_as_given() -> None:
    value = {"team": "x", "n": 2**53 + 1, "o": {"": []}}

    content, _ = encode_body(BoundBody(JSON, True, whole="body"), value, "b")

    assert content == b'{"team":"x","n":9007199254740993,"o":{"":[]}}'


def test_form_with_an_encoding_object() -> None:
    bound = BoundBody(FORM, True, whole="body", encoding={"m": Encoding(style="deepObject")})
    value = {"amount": 100, "capture": True, "tags": ["a b", "c&d"], "m": {"order": "6735"}}

    assert encode_body(bound, value, "b") == (
        b"amount=100&capture=true&tags=a+b&tags=c%26d&m%5Border%5D=6735",
        FORM,
    )


def test_argument_that_fills_the_member_is_named() -> None:
    schema = {"properties": {"file": {"format": "binary"}}}
    bound = BoundBody(
        "multipart/form-data", True, members=(BoundMember("file", "upload"),), schema=schema
    )

    with pytest.raises(PlanError, match="base64") as caught:
        encode_arguments(bound, {"upload": "no base64!"}, "b")
    assert caught.value.argument == "upload"


def test_whole_body_at_fault_is_named() -> None:
    bound = BoundBody("application/octet-stream", True, whole="body")

    with pytest.raises(PlanError, match=r"body: .*base64") as caught:
        encode_arguments(bound, {"body": "no base64!"}, "b")
    assert caught.value.argument == "body"

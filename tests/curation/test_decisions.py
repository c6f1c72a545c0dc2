from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.decisions import (
    Allow,
    Annotate,
    Clear,
    Content,
    DefaultArgument,
    Deny,
    Expose,
    ExposeAs,
    HideArgument,
    HintName,
    Kind,
    Paginate,
    Rename,
    ShowArgument,
    content_from_json,
    content_to_json,
    hint_named,
    slot_of,
    slots,
)
from translator.errors import RefusedByUs
from translator.json_value import parse_json, to_json

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=3),
    max_leaves=5,
)
CONTENTS = st.one_of(
    st.just(Allow()),
    st.just(Deny()),
    st.builds(Rename, st.text("ab")),
    st.builds(Paginate, st.integers()),
    st.builds(HideArgument, st.tuples() | st.tuples(JSON)),
    st.builds(DefaultArgument, JSON),
    st.builds(Annotate, st.sampled_from(HintName), st.booleans()),
    st.builds(Expose, st.lists(st.sampled_from(ExposeAs), max_size=2).map(tuple)),
    st.builds(Clear, st.sampled_from(sorted(slots()))),
)


@given(CONTENTS)
def test_contents_survive_json(content: Content) -> None:
    text = to_json(content_to_json(content))
    assert content_from_json(content.kind, parse_json(text)) == content


def test_a_pinned_null_is_not_nothing() -> None:
    assert content_from_json("hide-argument", {"pinned": [None]}) == HideArgument((None,))
    assert content_from_json("hide-argument", {}) == HideArgument(())


def test_each_kind_has_one_content() -> None:
    assert sorted(content.kind for content in get_args(Content)) == sorted(Kind)


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        ("rename", {"name": 5}, "does not read name"),
        ("rename", {}, "does not read name"),
        ("promote", {}, "kinds are allow, deny"),
        ("expose", {"primitives": ["prompt"]}, "primitives.0"),
    ],
)
def test_what_is_no_decision_is_refused(kind: str, value: object, told: str) -> None:
    with pytest.raises(RefusedByUs, match=told):
        content_from_json(kind, value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Allow(), Deny()),
        (HideArgument(), ShowArgument()),
        (Clear("rename"), Rename("x")),
        (Annotate(HintName.READ_ONLY, True), Annotate(HintName.READ_ONLY, False)),
    ],
)
def test_contents_about_the_same_matter_share_a_slot(one: Content, other: Content) -> None:
    assert slot_of(one) == slot_of(other)


def test_each_hint_is_a_matter_of_its_own() -> None:
    assert len({slot_of(Annotate(hint, True)) for hint in HintName}) == 4


@pytest.mark.parametrize("name", ["readOnly", "readOnlyHint", "read_only", "READONLY"])
def test_hints_are_known_by_mcps_names_and_ours(name: str) -> None:
    assert hint_named(name) is HintName.READ_ONLY


def test_an_unknown_hint_lists_the_four() -> None:
    with pytest.raises(RefusedByUs, match="readOnly, destructive, idempotent or openWorld"):
        hint_named("safe")

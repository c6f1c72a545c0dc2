from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.decisions import (
    Allow,
    Annotate,
    Clear,
    Content,
    Decision,
    DefaultArgument,
    Deny,
    Describe,
    DescribeArgument,
    Expose,
    ExposeAs,
    HideArgument,
    HintName,
    Instructions,
    OutputListing,
    Paginate,
    Rename,
    RenameArgument,
    Retitle,
    SetOutput,
    SetUri,
    ShowArgument,
)
from curation.draft import DraftItem, State, advance, fold, newly_required
from tests.curating import argument, base, candidate, decision, identifier
from translator.candidates import Candidate, Primitive

PETS = candidate("GET /pets", argument("query:limit"), argument("query:tag"), uri="api://pets/pets")
ADD = candidate("POST /pets", argument("body:/name", required=True), read_only=False)
DROP = candidate("DELETE /pets/{id}", argument("path:id", required=True), read_only=False)
CHANGED = candidate("GET /pets", argument("query:limit"), description="Lists.", uri="api://pets/p")
OLD = {1: [PETS, ADD, DROP], 2: [CHANGED, ADD]}

CONTENTS: list[tuple[Content, str | None]] = [
    (Allow(), None),
    (Deny(), None),
    (Clear("verdict"), None),
    (Expose((ExposeAs.TOOL, ExposeAs.RESOURCE)), None),
    (Expose((ExposeAs.TOOL,)), None),
    (Rename("other"), None),
    (Clear("rename"), None),
    (Retitle("Other"), None),
    (Describe("Otherwise."), None),
    (Annotate(HintName.READ_ONLY, False), None),
    (SetUri("api://pets/all"), None),
    (SetOutput(OutputListing.NONE), None),
    (Paginate(3), None),
    (RenameArgument("n"), "query:limit"),
    (DescribeArgument("how many"), "query:limit"),
    (HideArgument((5,)), "query:limit"),
    (ShowArgument(), "query:limit"),
    (DefaultArgument(9), "query:limit"),
    (Clear("default-argument"), "query:limit"),
    (Instructions("Be kind."), None),
]


def only(candidates: list[Candidate], *decisions: Decision, version: int = 1) -> DraftItem:
    """Fold and return the first item."""
    earlier = {number: made for number, made in OLD.items() if number < version}
    return fold(base(candidates, version=version, earlier=earlier), decisions).items[0]


@st.composite
def decisions(draw: st.DrawFn) -> list[Decision]:
    drawn = draw(
        st.lists(
            st.tuples(
                st.sampled_from(CONTENTS),
                st.sampled_from([PETS, ADD, DROP, CHANGED]),
                st.sampled_from([1, 2, 3]),
            ),
            max_size=12,
        )
    )
    return [
        decision(number, content, judged, version=version, argument=binding)
        for number, ((content, binding), judged, version) in enumerate(drawn, 1)
    ]


@given(decisions(), st.sampled_from([[PETS, ADD, DROP], [CHANGED, ADD], [DROP, PETS]]))
def test_folding_is_advancing_step_by_step(
    made: list[Decision], candidates: list[Candidate]
) -> None:
    start = base(candidates, version=3, earlier=OLD)
    folded = fold(start, made)
    advanced = reduce(lambda draft, one: advance(draft, [one]), made, fold(start, ()))
    assert advanced == advance(fold(start, ()), made) == folded
    assert advance(fold(start, made[:2]), made[2:]) == folded
    assert [item.key for item in advanced.items] == [item.key for item in folded.items]


@given(decisions())
def test_only_what_stands_allowed_is_published(made: list[Decision]) -> None:
    draft = fold(base([CHANGED, ADD], version=3, earlier=OLD), made)
    for item in draft.items:
        verdict = item.decision("verdict")
        allowed = verdict is not None and isinstance(verdict.content, Allow)
        assert allowed or not item.is_published
        if item.is_published and verdict is not None:
            assert item.basis.digest == verdict.basis_digest


def test_nothing_is_published_without_a_decision() -> None:
    assert not any(item.is_published for item in fold(base([PETS, ADD]), ()).items)


def test_the_last_verdict_stands() -> None:
    assert only([ADD], decision(1, Allow(), ADD), decision(2, Deny(), ADD)).state is State.DENIED
    assert only([ADD], decision(1, Deny(), ADD), decision(2, Allow(), ADD)).state is State.ALLOWED


def test_a_cleared_verdict_is_none() -> None:
    item = only([ADD], decision(1, Allow(), ADD), decision(2, Clear("verdict"), ADD))
    assert (item.state, item.decision("verdict"), item.revision) == (State.NEW, None, 2)


def test_a_text_change_is_published_as_judged_until_allowed_again() -> None:
    item = only([CHANGED], decision(1, Allow(), PETS), version=2)
    assert (item.state, item.description, item.basis_version) == (
        State.CHANGED,
        PETS.description,
        1,
    )
    again = only(
        [CHANGED], decision(1, Allow(), PETS), decision(2, Allow(), CHANGED, version=2), version=2
    )
    assert (again.state, again.description) == (State.ALLOWED, CHANGED.description)


def test_a_new_optional_argument_stays_out_until_allowed_again() -> None:
    wider = replace(PETS, arguments=(*PETS.arguments, argument("query:q")), digest="sha256:wider")
    item = only([wider], decision(1, Allow(), PETS), version=2)
    assert item.state is State.CHANGED
    assert [one.binding for one in item.arguments] == ["query:limit", "query:tag"]


def test_a_new_required_argument_holds_the_item() -> None:
    stricter = replace(
        PETS, arguments=(*PETS.arguments, argument("query:q", required=True)), digest="sha256:s"
    )
    item = only([stricter], decision(1, Allow(), PETS), version=2)
    assert item.state is State.HELD
    assert "query:q" in item.held[0]
    assert not item.is_published


@pytest.mark.parametrize(
    ("decided", "state"),
    [
        (HideArgument((5,)), State.CHANGED),
        (DefaultArgument(5), State.CHANGED),
        (HideArgument(), State.HELD),
        (RenameArgument("n"), State.HELD),
    ],
)
def test_a_newly_required_argument_that_is_always_sent_holds_nothing(
    decided: Content, state: State
) -> None:
    stricter = replace(
        PETS,
        arguments=(argument("query:limit", required=True), argument("query:tag")),
        digest="sha256:s",
    )
    made = [decision(1, Allow(), PETS), decision(2, decided, PETS, argument="query:limit")]
    assert only([stricter], *made, version=2).state is state


def test_a_removed_operation_is_gone_and_comes_back_as_it_was() -> None:
    allow = decision(1, Allow(), PETS)
    gone = fold(base([ADD], version=2, earlier=OLD), [allow]).items[-1]
    assert (gone.state, gone.candidate, gone.name) == (State.GONE, None, PETS.name)
    assert only([PETS], allow, version=3).state is State.ALLOWED


def test_an_operation_that_was_not_allowed_leaves_without_a_trace() -> None:
    draft = fold(base([ADD], version=2, earlier=OLD), [decision(1, Deny(), PETS)])
    assert [item.key for item in draft.items] == ["POST /pets"]


def test_an_allowed_operation_that_is_withheld_now_is_held() -> None:
    withheld = replace(PETS, withheld="its body cannot be written", digest="sha256:w")
    item = only([withheld], decision(1, Allow(), PETS), version=2)
    assert (item.state, item.held) == (State.HELD, ("its body cannot be written",))


def test_what_was_judged_and_is_not_kept_is_held() -> None:
    lost = fold(base([CHANGED], version=2), [decision(1, Allow(), PETS)]).items[0]
    assert (lost.state, lost.basis) == (State.HELD, CHANGED)


def test_a_rename_after_a_change_stands_on_what_was_judged() -> None:
    made = [decision(1, Allow(), PETS), decision(2, Rename("pets"), PETS)]
    item = only([CHANGED], *made, version=2)
    assert (item.state, item.name, item.description) == (State.CHANGED, "pets", PETS.description)


def test_decisions_show_in_the_item() -> None:
    made = [
        decision(1, Retitle("Pets"), PETS),
        decision(2, Describe("All pets."), PETS),
        decision(3, SetUri("api://pets/all"), PETS),
        decision(4, SetOutput(OutputListing.STRICT), PETS),
        decision(4, Paginate(4), PETS),
        decision(5, RenameArgument("n"), PETS, argument="query:limit"),
        decision(6, DescribeArgument("How many."), PETS, argument="query:limit"),
        decision(7, DefaultArgument(None), PETS, argument="query:limit"),
        decision(8, HideArgument(("cat",)), PETS, argument="query:tag"),
    ]
    item = only([PETS], *made)
    limit, tag = item.arguments
    assert (item.title, item.description, item.uri) == ("Pets", "All pets.", "api://pets/all")
    assert item.output is OutputListing.STRICT
    assert item.pages == 4
    assert (limit.name, limit.description, limit.default) == ("n", "How many.", (None,))
    assert (tag.hidden, tag.pinned, item.revision) == (True, ("cat",), 8)


def test_a_persons_hint_replaces_the_guess_and_says_who() -> None:
    made = decision(1, Annotate(HintName.READ_ONLY, False), PETS, reason="it counts visits")
    hints = only([PETS], made).hints
    assert (hints.read_only.value, hints.read_only.evidence) == (
        False,
        "decided by ann: it counts visits",
    )
    assert hints.read_only.decided
    assert hints.idempotent == PETS.hints.idempotent
    assert not hints.idempotent.decided


@pytest.mark.parametrize(
    ("primitives", "uri", "exposed"),
    [
        ((ExposeAs.TOOL, ExposeAs.RESOURCE), "api://p/x", {Primitive.TOOL, Primitive.RESOURCE}),
        ((ExposeAs.RESOURCE,), "api://p/{x}", {Primitive.RESOURCE_TEMPLATE}),
        ((ExposeAs.RESOURCE,), None, set()),
        (None, "api://p/x", {Primitive.RESOURCE}),
        (None, None, {Primitive.TOOL}),
    ],
)
def test_exposure(
    primitives: tuple[ExposeAs, ...] | None, uri: str | None, exposed: set[Primitive]
) -> None:
    made = candidate("GET /x", uri=uri)
    decided = [decision(1, Expose(primitives), made)] if primitives else []
    assert only([made], *decided).expose == exposed


def test_instructions_belong_to_the_draft() -> None:
    draft = fold(base([ADD]), [decision(1, Instructions("Ask first."))])
    assert (draft.instructions, draft.revision) == ("Ask first.", 1)
    assert advance(draft, [decision(2, Clear("instructions"))]).instructions is None


def test_counts_name_every_state() -> None:
    draft = fold(base([PETS, ADD]), [decision(1, Allow(), ADD)])
    assert draft.counts() == {
        "new": 1,
        "allowed": 1,
        "denied": 0,
        "changed": 0,
        "held": 0,
        "gone": 0,
    }


def test_newly_required_compares_bindings() -> None:
    before = candidate("GET /x", argument("query:a", required=True), argument("query:b"))
    now = candidate(
        "GET /x",
        argument("query:a", required=True),
        argument("query:b", required=True),
        argument("header:c", required=True),
    )
    assert newly_required(before, now) == ("query:b", "header:c")


def test_an_item_is_found_by_its_stable_id() -> None:
    assert fold(base([PETS]), ()).by_id[identifier("GET /pets")].key == "GET /pets"

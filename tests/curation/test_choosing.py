from curation.choosing import choice_of
from curation.decisions import HideArgument, OutputListing, Paginate, Rename, SetOutput
from curation.draft import fold
from tests.curating import argument, base, candidate, decision, identifier


def test_a_choice_is_what_stands_about_an_item() -> None:
    made = candidate("GET /pets", argument("query:limit"))
    item = fold(
        base([made]),
        [
            decision(1, Rename("pets"), made),
            decision(2, HideArgument((5,)), made, argument="query:limit"),
            decision(3, SetOutput(OutputListing.NONE), made),
            decision(4, Paginate(3), made),
        ],
    ).items[0]
    choice = choice_of(item, {"A": True}, {"B": True})
    assert (choice.name, choice.output, choice.candidate) == ("pets", "none", made)
    assert choice.pages == 3
    assert choice.operation_id == identifier("GET /pets")
    assert (choice.input_defs, choice.output_defs) == ({"A": True}, {"B": True})
    assert [(a.binding, a.hidden, a.pinned) for a in choice.arguments] == [
        ("query:limit", True, (5,))
    ]

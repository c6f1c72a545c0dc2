from dataclasses import replace

from curation.decisions import Allow, HideArgument, Instructions
from curation.store import Store
from curation.store.apis import ApiRow, add_api, know_principal
from curation.store.decisions import add_decisions, decisions_of, last_sequence
from tests.curating import API, candidate, decision

ROW = ApiRow(API, "pets", "Pets", "e", "pets", "u")


def test_decisions_come_back_in_their_order(store: Store) -> None:
    made = [
        replace(decision(1, Allow(), candidate(), reason="useful"), expected_revision=0),
        decision(2, HideArgument((None,)), candidate(), argument="query:a"),
        replace(decision(3, Instructions("ü")), supersedes=1),
    ]
    with store.writing() as connection:
        know_principal(connection, "ann", 1.0)
        add_api(connection, ROW, 1.0)
        assert last_sequence(connection, API) == 0
        assert add_decisions(connection, API, made[:1]) == [1]
        assert add_decisions(connection, API, []) == []
        assert add_decisions(connection, API, made[1:]) == [2, 3]
    with store.reading() as connection:
        assert list(decisions_of(connection, API)) == made
        assert list(decisions_of(connection, API, after=2)) == made[2:]
        assert last_sequence(connection, API) == 3
        assert decisions_of(connection, "other") == ()


def test_thousands_of_decisions_keep_their_order(store: Store) -> None:
    made = [decision(n, Allow(), candidate(f"GET /{n}")) for n in range(1, 3_001)]
    with store.writing() as connection:
        know_principal(connection, "ann", 1.0)
        add_api(connection, ROW, 1.0)
        assert add_decisions(connection, API, made) == list(range(1, 3_001))
    with store.reading() as connection:
        assert list(decisions_of(connection, API)) == made

import re
from pathlib import Path

import pytest

from translator import profile_rules
from translator.profile_rules import CLIENTS, POPULAR, clients_named

SOURCE = Path(profile_rules.__file__).read_text(encoding="utf-8")
CITED = re.compile(r"[\w.-]+/[\w.-]+#\d+|\b[\w-]+\.(?:com|dev|google\.dev)\b")


def test_codes_are_unique() -> None:
    codes = [rule.code for client in CLIENTS for rule in client.rules]

    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_each_client_cites_where_its_rules_come_from(client: profile_rules.Client) -> None:
    begin = SOURCE.index(f'"{client.name}",')
    own = SOURCE[begin : begin + SOURCE[begin:].index("\n)\n")]

    assert CITED.search("\n".join(line for line in own.splitlines() if "#" in line))


def test_each_rule_of_a_popular_client_stands_below_its_source() -> None:
    begin, end = SOURCE.index("_CLAUDE = "), SOURCE.index("#: Every client")
    sourceless = []
    for name in (client.name for client in POPULAR):
        start = SOURCE.index(f'"{name}",', begin)
        lines = SOURCE[start : start + SOURCE[start:end].index("\n)\n")].splitlines()
        for number, line in enumerate(lines):
            if re.match(r"        \w+Rule\(", line) and "#" not in lines[number - 1]:
                before = [text for text in lines[:number] if text.startswith("        #")]
                sourceless += [] if "same" in before[-1] or "same" in before[-2] else [line]

    assert sourceless == []


def test_clients_come_by_name_in_the_order_of_the_table() -> None:
    assert [one.name for one in clients_named(("Cursor", "Claude"))] == ["Claude", "Cursor"]
    with pytest.raises(KeyError):
        clients_named(("Nobody",))


def test_popular_clients_are_those_whose_rules_everybody_meets() -> None:
    assert all(not client.only_where for client in POPULAR)
    assert {client.name for client in POPULAR} >= {"Claude", "OpenAI", "Gemini", "VS Code"}

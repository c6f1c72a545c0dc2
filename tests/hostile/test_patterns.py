"""Patterns that take forever in a backtracking engine, when they are read and when they judge."""

import time

import pytest

from tests.fake_api import FakeApi, reply_json
from tests.hostile.attempts import Desk
from tests.hostile.descriptions import as_json, asking, query, taking

pytestmark = pytest.mark.hostile

EVIL = {
    "nested repeats": r"^(a+)+$",
    "equal branches": r"^(a|a)*$",
    "three levels": r"^((a*)*)*b$",
    "repeats in a row": "^" + "a*" * 200 + "b$",
    "a back reference": r"^(a+)\1+\1+b$",
    "looking ahead": r"^(?=(a+)+$)(?=(a|aa)+$)a+b$",
    "looking behind": r"(?<=(a+)+)b$",
    "counted repeats of counted repeats": r"^(((a{1,1000}){1,1000}){1,1000}){1,1000}$",
    "a large count": r"^a{1000000000}$",
    "a large lower count": r"^(a{0,65535}){65535}$",
    "optional ones": "^" + "a?" * 1_000 + "a" * 1_000 + "$",
    "an e-mail address": r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}$",
    "every character": r"^(.*)*(.*)*(.*)*(.*)*x$",
    "unicode classes": r"^(\p{L}+\p{N}*)+$" * 50,
    "a megabyte": "(a|b)*" * 170_000,
    "a megabyte of classes": "[a-z]" * 200_000,
    "a megabyte of brackets": "[" * 1_000_000,
    "a megabyte of groups": "(" * 500_000 + ")" * 500_000,
    "a thousand groups deep": "(" * 1_000 + "a" + ")*" * 1_000,
    "thousands of alternatives": "^(" + "|".join(f"a{n}" for n in range(3_000)) + ")*$",
    "nothing that compiles": r"(?P<a>(?<b>[[:alpha:]&&\X{a}",
    "a recursive one": r"^(\((?:[^()]|(?1))*\))$",
    "code": r"(?{ system('id') })",
    "a NUL": "^\x00+$",
}


@pytest.mark.parametrize("name", EVIL)
def test_an_evil_pattern_is_served_and_called(name: str, desk: Desk) -> None:
    """The answer to an evil argument comes in time too, whatever it is."""
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "pattern": EVIL[name]}},
        "patternProperties": {EVIL[name]: {"type": "string"}},
    }
    desk.serve(as_json(taking(schema)))
    evil = "a" * 5_000 + "!"
    with FakeApi(reply_json({})) as api:
        origin = api.origin.partition("://")[2].replace(":", "', ").join(["('", ")"])
        upstream = ["upstream", "hostile", "--base-url", api.origin]
        call = ["call", "hostile", "makeThing", f"a={evil}", f"{evil}=b"]
        attempt = desk.run(upstream, call)
    attempt.judge(allowed=origin)
    assert attempt.commands[0].code == 0
    assert attempt.commands[1].output


def test_ten_thousand_patterns_are_served(desk: Desk) -> None:
    parameters = [
        query(f"p{n}", {"type": "string", "pattern": f"^(a{n}+)+(b|b{n})*$"}) for n in range(2_000)
    ]
    desk.serve(as_json(asking(*parameters)))


def test_the_clock_of_these_tests_is_the_wall(desk: Desk) -> None:
    began = time.monotonic()
    attempt = desk.run(["apis"])
    assert 0 < attempt.seconds <= time.monotonic() - began

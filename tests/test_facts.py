"""The oracle of facts, and what it says of our own descriptions and a few real ones."""

from pathlib import Path

import pytest

from tests.corpus import specs
from tests.corpus.facts import Reader, sentences_of
from tests.corpus.measure import choice_of
from tests.corpus.raw_texts import RawTexts
from translator.candidates import propose
from translator.compile import compile_tool
from translator.openapi.extract import extract
from translator.openapi.source import load_description

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
DESCRIPTIONS = sorted(
    path
    for path in FIXTURES.glob("*.*")
    if path.suffix in (".yaml", ".json") and not path.name.endswith(".candidates.json")
)
#: Small ones with many facts, of several kinds of text.
SAMPLE = (
    "anthropic.json",
    "gitea-2.0.json",
    "keycloak-22.json",
    "qdrant.json",
    "twilio-verify-v2.yaml",
)


def facts(text: str) -> list[tuple[tuple[str, ...], tuple[str, ...], bool]]:
    return [(each.literals, each.numbers, each.bounds) for each in sentences_of(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Pets are lovely.", []),
        ("Use `kind` here.", [(("kind",), (), False)]),
        ("Use <code>kind</code> here.", [(("kind",), (), False)]),
        ("It takes 30 seconds or 1.5 minutes.", [((), ("30 seconds", "1.5 minutes"), False)]),
        ("Pets only. Cats, too.", [((), (), True)]),
        ("It must be **fed**. It cannot wait.", [((), (), True), ((), (), True)]),
        ("Defaults to `cat`.", [(("cat",), (), True)]),
        ("- `a` is one\n- `b` is not", [(("a",), (), False), (("b",), (), True)]),
        ("1. First\n2. Second", []),
        ("```\nmust 5\n```", []),
        ("Whether or not it is fed.", []),
    ],
)
def test_facts_are_found(text, found):
    assert facts(text) == found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("See [12 pets](https://a.test/b).", "points to something to read"),
        ("Response will include `body`.", "tells what the answer looks like"),
        (
            "For example, if you have 100 pets and want to have more of them, ask with the last.",
            "is an example that tells a story",
        ),
    ],
)
def test_what_is_no_input_is_told_apart(text, reason):
    assert [each.apart for each in sentences_of(text)] == [reason]


def judged(text: str, description: str = "", schema: object = True, about: str = "pet"):
    return Reader("feed_pet", description, schema).judge(text, about)


TEXT = "It must be fed with `food` within 30 minutes."


def test_a_fact_is_kept_where_it_is_said():
    verdict = judged(TEXT, "Must be fed with food within 30 minutes")

    assert (verdict.found, verdict.kept, verdict.lost.total()) == (3, 3, 0)


@pytest.mark.parametrize(
    ("description", "lost"),
    [
        ("Must be fed with food within 20 minutes", ["number 30 minutes", "clause"]),
        ("Must be fed with food within 30 hours", ["number 30 minutes", "clause"]),
        ("Must be fed within 30 minutes", ["literal food", "clause"]),
        ("Fed with food within 30 minutes", ["clause"]),
        ("Within 30 minutes fed with food it must be", ["clause"]),
        ("", ["literal food", "number 30 minutes", "clause"]),
    ],
)
def test_a_fact_is_lost_where_a_part_of_it_is_gone(description, lost):
    verdict = judged(TEXT, description)

    assert [told.partition(":")[0] for told in verdict.lost] == lost


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("Must be one of cat or dog.", {"enum": ["cat", "dog"]}),
        ("Defaults to `cat`.", {"default": "cat"}),
        ("At most 20 characters.", {"maxLength": 20}),
        ("The pet that is required.", {}),
    ],
)
def test_a_fact_is_carried_where_keywords_or_names_say_it(text, schema):
    verdict = judged(text, "", {"properties": {"pet": schema}})

    assert not verdict.lost
    assert verdict.kept + verdict.carried == verdict.found > 0


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("Must be one of cat or dog.", {"enum": ["cat"]}),
        ("Never one of cat or dog.", {"enum": ["cat", "dog"]}),
        ("Defaults to `cat`.", {"default": "dog"}),
        ("At most 20 characters.", {"maxLength": 30}),
        ("At most 20 pets and not more.", {"maximum": 20}),
    ],
)
def test_a_fact_is_not_carried_by_what_says_less(text, schema):
    assert judged(text, "", {"properties": {"kind": schema}}, "kind").lost


def verdict_of(path: Path):
    description = load_description(str(path), fetch=None)
    extraction = extract(description)
    texts = RawTexts(description)
    lost, found = [], 0
    for candidate in propose(extraction, "api"):
        if candidate.withheld:
            continue
        tool = compile_tool(choice_of(candidate, extraction))
        reader = Reader(tool.name, tool.description, tool.input_schema)
        bound = {argument.binding for argument in candidate.arguments}
        operation = candidate.operation
        for text in texts.of(operation.path, operation.method, candidate.content_type, bound):
            verdict = reader.judge(text.text, text.about, text.form)
            found += verdict.found
            lost += [f"{operation.key} {text.about} {told}" for told in verdict.lost]
    return found, lost


@pytest.mark.parametrize("path", DESCRIPTIONS, ids=lambda path: path.stem)
def test_no_fact_of_our_own_descriptions_is_lost(path):
    assert verdict_of(path)[1] == []


@pytest.mark.skipif(not specs.present(), reason="../shared/specs is absent")
@pytest.mark.parametrize("file", SAMPLE)
def test_no_fact_of_a_real_description_is_lost(file):
    found, lost = verdict_of(specs.FOLDER / file)

    assert found > 100
    assert lost == []

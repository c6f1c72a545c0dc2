import json
import os
import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from translator.errors import SourceError
from translator.finding import Finding
from translator.json_value import JsonValue
from translator.openapi.limits import DocumentLimits, Remarks
from translator.openapi.yaml12 import NotYaml, read_yaml, scalar_value


def read(text: str, **limits: int) -> JsonValue:
    return read_yaml(text, "x.yaml", DocumentLimits(**limits), Remarks())


def read_with_findings(text: str) -> tuple[JsonValue, tuple[Finding, ...]]:
    remarks = Remarks()
    root = read_yaml(text, "x.yaml", DocumentLimits(), remarks)
    return root, remarks.findings()


def places(text: str) -> list[tuple[str, str]]:
    return [(f.code, f.pointer) for f in read_with_findings(text)[1]]


@pytest.mark.parametrize(
    "text",
    [
        "no", "No", "yes", "on", "off", "y", "n", "tRue", "nULL", "None",
        "0123", "-01", "+1", "0x1F", "0o17", "0b11", "1_000", "12:30", "12:30:45", "1,5",
        "2024-01-15", "2024-01-15T10:00:00Z", "2001-12-14 21:59:43.10 -5",
        ".inf", "-.Inf", ".nan", ".NaN", "Infinity", "1.2.3", "01.5", "1e", ".", "..", "=",
        "0.0.0.0/8", "١٢", "1\u00a0",
    ],
)  # fmt: skip
def test_plain_scalars_that_stay_text(text: str) -> None:
    assert read(f"a: {text}") == {"a": text}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("null", None), ("Null", None), ("NULL", None), ("~", None), ("", None),
        ("true", True), ("True", True), ("TRUE", True), ("false", False), ("FALSE", False),
        ("0", 0), ("-0", 0), ("12", 12), ("-19", -19), ("9007199254740993", 2**53 + 1),
        (str(2**64), 2**64), (str(10**400), 10**400),
        ("0.", 0.0), ("1.0", 1.0), ("-0.0", -0.0), (".5", 0.5), ("-.5", -0.5), ("12e03", 12000.0),
        ("-2E+05", -200000.0), ("1.5e-3", 0.0015), ("'no'", "no"), ('"1"', "1"), ("'~'", "~"),
    ],
)  # fmt: skip
def test_plain_scalars_with_a_meaning(text: str, expected: object) -> None:
    value = read(f"a: {text}")["a"]
    assert value == expected
    assert type(value) is type(expected)


@given(st.text(alphabet="0123456789+-.eE_:xob~nul", max_size=8))
def test_numbers_are_what_json_says_and_little_more(text: str) -> None:
    try:
        expected = json.loads(text, parse_constant=str)
    except ValueError:
        expected = text
    value = scalar_value(text)
    assert (
        value == expected
        or text in ("", "~")
        or re.fullmatch(r"-?(\d*\.\d*)(e[+-]?\d+)?", text, re.I)
    )


def test_every_json_document_is_yaml() -> None:
    root = {"a": [1, 1.5, None, True, "x: y", "# no"], "b c": {"é": "\u2028😀"}, "": []}
    assert read(json.dumps(root)) == root
    assert read(json.dumps(root, ensure_ascii=False)) == root


def test_block_scalars_keep_their_lines() -> None:
    text = "a: |\n  one\n  two\nb: >-\n  one\n  two\nc: |+\n  one\n\n"
    assert read(text) == {"a": "one\ntwo\n", "b": "one two", "c": "one\n\n"}


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("200", "200"), ("0200", "0200"), ("on", "on"), ("no", "no"), ("2024-01-15", "2024-01-15"),
        ("true", "true"), ("~", "~"), ("null", "null"), ("1.50", "1.50"), ("'5'", "5"),
        ("? [a, 1]\n", '["a",1]'), ("{x: y}", '{"x":"y"}'),
    ],
)  # fmt: skip
def test_keys_become_their_text_as_written(key: str, expected: str) -> None:
    assert read(f"{key}: v") == {expected: "v"}


@pytest.mark.parametrize("key", ["true", "null", "1.5", "{x: y}", "~"])
def test_an_odd_key_is_told(key: str) -> None:
    assert places(f"a:\n  - {key}: v") == [("yaml-non-string-key", "/a/0")]


@pytest.mark.parametrize("key", ["200", "on", "2024-01-15", "'true'", "0123"])
def test_a_status_code_or_a_word_as_key_is_not_told(key: str) -> None:
    assert places(f"{key}: v") == []


def test_duplicate_keys_are_told_with_their_place_and_the_last_counts() -> None:
    root, findings = read_with_findings("paths:\n  /a:\n    get: 1\n    post: 2\n    get: 3\n")
    assert root == {"paths": {"/a": {"get": 3, "post": 2}}}
    assert [(f.code, f.pointer) for f in findings] == [("duplicate-key", "/paths/~1a/get")]
    assert "line 5, column 5" in findings[0].message


def test_a_number_and_its_text_are_one_key() -> None:
    assert places("200: a\n'200': b") == [("duplicate-key", "/200")]


def test_merge_keys_are_applied_and_own_members_win() -> None:
    text = "a: &a {x: 1, y: 2}\nb: &b {x: 3, z: 4}\nc: {y: 9, <<: [*a, *b]}\nd:\n  <<: *b\n  z: 0"
    root, findings = read_with_findings(text)
    assert root["c"] == {"x": 1, "y": 9, "z": 4}
    assert root["d"] == {"x": 3, "z": 0}
    assert root["a"] == {"x": 1, "y": 2}
    assert [(f.code, f.pointer) for f in findings] == [
        ("yaml-merge-key", "/c"),
        ("yaml-merge-key", "/d"),
    ]


def test_a_merged_mapping_can_be_merged_again() -> None:
    text = "a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b}"
    assert read(text)["c"] == {"x": 1, "y": 2}


@pytest.mark.parametrize("text", ["<<: 1", "<<: [1, {a: 1}]"])
def test_a_merge_key_that_leads_to_no_mapping_is_an_ordinary_key(text: str) -> None:
    assert read(text) == {"<<": yaml.safe_load(text.replace("<<", "x"))["x"]}


def test_a_quoted_merge_key_is_an_ordinary_key() -> None:
    assert read("'<<': {a: 1}") == {"<<": {"a": 1}}


def test_aliases_share_what_the_anchor_holds() -> None:
    root = read("a: &a [1, {b: 2}]\nc: *a\nd: &k key\n*k : v")
    assert root["c"] is root["a"]
    assert root["key"] == "v"


def test_an_anchor_may_be_set_again() -> None:
    assert read("a: &x 1\nb: *x\nc: &x 2\nd: *x") == {"a": 1, "b": 1, "c": 2, "d": 2}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!foo bar", "bar"), ("!foo 12", 12), ("!foo '12'", "12"), ("!foo {a: 1}", {"a": 1}),
        ("!foo [1]", [1]), ("!!str 12", "12"), ("! 12", "12"), ("!!int '12'", 12),
        ("!!float 1.5", 1.5), ("!!bool 'true'", True), ("!!null ''", None), ("!!int abc", "abc"),
        ("!!timestamp 2024-01-15", "2024-01-15"), ("!!binary aGk=", "aGk="),
        ("!!set {a, b}", {"a": None, "b": None}), ("!!omap [a: 1]", [{"a": 1}]),
    ],
)  # fmt: skip
def test_tags_do_nothing_but_say_what_json_knows(text: str, expected: object) -> None:
    assert read(f"a: {text}") == {"a": expected}


@pytest.mark.parametrize(
    "text",
    [
        "!!python/object/apply:os.putenv [ISTHMUS_EVIL, '1']",
        "!!python/object/new:os.putenv [ISTHMUS_EVIL, '1']",
        "!!python/name:os.system x",
        "!!python/module:os x",
    ],
)
def test_an_evil_tag_runs_nothing_and_is_told(text: str) -> None:
    assert places(f"a: {text}") == [("yaml-tag-ignored", "/a")]
    assert "ISTHMUS_EVIL" not in os.environ


def test_an_alias_bomb_is_refused_before_it_goes_off() -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    with pytest.raises(SourceError, match=r"line 6, column \d+: more than 1,000,000 values"):
        read("\n".join(rows))


def test_a_bomb_of_merge_keys_is_refused() -> None:
    rows = ["a0: &a0 {x: 1}"]
    rows += [f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}], k{n}: *a{n - 1}}}" for n in range(1, 60)]
    with pytest.raises(SourceError, match="more than 1,000,000 values"):
        read("\n".join(rows))


@pytest.mark.parametrize("use", ["*a, ", "{*a : 1}, "])
def test_a_long_text_that_is_repeated_counts_by_its_length(use: str) -> None:
    text = f"x: &a {'t' * 10_000}\ny: [{use * 100}]"
    with pytest.raises(SourceError, match="more than 5,000 values, aliases expanded"):
        read(text, max_nodes=5_000)
    assert read(text, max_nodes=15_000)["x"] == "t" * 10_000


@pytest.mark.parametrize("text", ["[" * 5_000, "{a: " * 5_000, "[" * 5_000 + "]" * 5_000])
def test_what_is_too_deep_for_the_parser_is_too_deep(text: str) -> None:
    with pytest.raises(SourceError, match=r"line 1, column \d+: nested deeper than 200 levels"):
        read(f"a: {text}")


def test_aliases_of_aliases_cannot_nest_too_deep() -> None:
    rows = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 300)]
    with pytest.raises(SourceError, match="nested deeper than 200 levels"):
        read("\n".join(rows))


@pytest.mark.parametrize("text", ["a: &a [1, *a]", "&r {a: *r}", "a: &a {b: {<<: *a}}"])
def test_a_cyclic_alias_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match=r"the alias \*[ar] stands inside its own anchor"):
        read(text)


def test_an_alias_of_nothing_is_refused_with_its_place() -> None:
    with pytest.raises(SourceError, match=r"x\.yaml: line 2, column 4: the alias \*nope has no"):
        read("a: 1\nb: *nope")


@pytest.mark.parametrize("depth", [201, 20_000])
@pytest.mark.parametrize("shape", ["flow sequence", "flow mapping", "block", "dashes"])
def test_deep_nesting_is_refused(shape: str, depth: int) -> None:
    text = {
        "flow sequence": "[" * depth + "]" * depth,
        "flow mapping": "{a: " * depth + "}" * depth,
        "block": "\n".join(" " * n + "a:" for n in range(min(depth, 3000))),
        "dashes": "- " * depth,
    }[shape]
    with pytest.raises((SourceError, NotYaml), match=r"nested deeper|line 1"):
        read(text)


def test_more_values_than_allowed_are_refused() -> None:
    with pytest.raises(SourceError, match="more than 50 values"):
        read("\n".join(["- 1"] * 51), max_nodes=50)


def test_an_integer_beyond_what_python_converts_is_refused_with_its_place() -> None:
    with pytest.raises(SourceError, match="line 2, column 4: this integer is too long"):
        read("a: 1\nb: " + "1" * 5000)


def test_a_number_beyond_a_double_stays_text() -> None:
    assert read("a: 1e400") == {"a": "1e400"}
    assert places("a: [-1e999]") == [("number-out-of-range", "/a/0")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: b: c", "line 1"),
        ("a: 1\n\tb: 2", "line 2"),
        ("\na: [1", "line 3, column 1: .* begun in line 2"),
        ("a: é\nb: \x07", "line 2, column 4: the character U\\+0007"),
    ],
)
def test_what_is_no_yaml_is_told_with_its_place(text: str, place: str) -> None:
    with pytest.raises(NotYaml, match=place):
        read(text)


def test_surrogate_escapes_are_read_as_json_reads_them() -> None:
    assert read('a: "\\ud83d\\ude00"\nb: no') == {"a": "😀", "b": "no"}
    assert places('a: "\\ud83d"') == [("lone-surrogate", "/a")]


def test_only_the_first_document_is_read() -> None:
    root, findings = read_with_findings("a: 1\n---\nb: 2\n---\nc: [")
    assert root == {"a": 1}
    assert [f.code for f in findings] == ["yaml-second-document"]
    assert "line 2" in findings[0].message


@pytest.mark.parametrize("text", ["%YAML 1.2\n---\na: 1\n...\n", "---\na: 1\n", "# c\na: 1 # d\n"])
def test_marks_around_a_document_are_no_second_one(text: str) -> None:
    assert read_with_findings(text) == ({"a": 1}, ())


def test_reading_is_interrupted_by_the_tick() -> None:
    def stop() -> None:
        raise SourceError("time is over")

    with pytest.raises(SourceError, match="time is over"):
        read_yaml("a: 1", "x.yaml", DocumentLimits(), Remarks(), stop)


def test_without_libyaml_the_same_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: &a {no: 0123, x: [~, 1.5]}\nb: {<<: *a, d: 2024-01-15}\n'q': !foo bar"
    fast = read_with_findings(text)
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    assert read_with_findings(text) == fast

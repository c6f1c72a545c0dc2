"""YAML that grows when it is read: aliases of aliases, cycles, merges, tags."""

import pytest

from tests.hostile.attempts import Desk
from tests.hostile.descriptions import yaml_head

pytestmark = pytest.mark.hostile


def laughs(levels: int, each: int, innermost: str = "lol") -> str:
    """Return anchors of which each repeats the one before it some times."""
    lines = [f"x-0: &a0 [{innermost}]"]
    lines += [f"x-{n}: &a{n} [{', '.join([f'*a{n - 1}'] * each)}]" for n in range(1, levels)]
    return "\n".join(lines)


def merges(levels: int) -> str:
    """Return mappings of which each merges the one before it twice and adds two keys."""
    lines = ["x-0: &a0 {k: v}"]
    for n in range(1, levels):
        before = f"*a{n - 1}"
        lines.append(f"x-{n}: &a{n} {{<<: [{before}, {before}], p{n}: {before}, q{n}: {before}}}")
    return "\n".join(lines)


def schema_laughs(levels: int) -> str:
    lines = ["components:", "  schemas:", "    S0: &a0 {type: string}"]
    for n in range(1, levels):
        members = ", ".join(f"p{m}: *a{n - 1}" for m in range(10))
        lines.append(f"    S{n}: &a{n} {{type: object, properties: {{{members}}}}}")
    return "\n".join(lines)


BOMBS = {
    "a billion laughs": lambda: laughs(10, 10),
    "a billion laughs in schemas": lambda: schema_laughs(10),
    "aliases that double forty times": lambda: laughs(40, 2),
    "one large list repeated": lambda: f"x-a: &a [{'1, ' * 50_000}]\nx-b: [{'*a, ' * 50_000}]",
    "one large text repeated": lambda: f"x-a: &a {'x' * 1_000_000}\nx-b: [{'*a, ' * 2_000}]",
    "one large key repeated": lambda: (
        f"x-a: &a {'x' * 1_000_000}\nx-b: [{', '.join(['{*a : 1}'] * 2_000)}]"
    ),
    "merges that double": lambda: merges(40),
    "one mapping merged over and over": lambda: (
        "x-a: &a {" + ", ".join(f"k{n}: 1" for n in range(5_000)) + "}\n"
        "x-b:\n" + "".join(f"  - {{<<: [{'*a, ' * 100}]}}\n" for _ in range(200))
    ),
    "merges of merges": lambda: (
        "x-0: &a0 {" + ", ".join(f"k{n}: 1" for n in range(6_000)) + "}\n"
        + "".join(f"x-{n}: &a{n} {{<<: *a{n - 1}}}\n" for n in range(1, 190))
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_what_grows_beyond_measure_is_refused(name: str, desk: Desk) -> None:
    attempt = desk.import_(desk.write(yaml_head(BOMBS[name]()), "bomb.yaml"))
    attempt.judge()
    assert attempt.commands[0].code == 1
    assert "aliases expanded" in attempt.commands[0].errors


CYCLES = {
    "a sequence in itself": "x-a: &a [*a]",
    "a mapping in itself": "x-a: &a {b: {c: *a}}",
    "a mapping merged into itself": "x-a: &a {<<: *a}",
    "a schema in itself": "components: {schemas: {A: &a {type: object, properties: {a: *a}}}}",
    "a key that is its own mapping": "x-a: &a {? *a : 1}",
    "nothing that was anchored": "x-a: *nothing",
}


@pytest.mark.parametrize("name", CYCLES)
def test_an_alias_that_leads_nowhere_is_refused(name: str, desk: Desk) -> None:
    attempt = desk.import_(desk.write(yaml_head(CYCLES[name]), "cycle.yaml"))
    attempt.judge()
    assert attempt.commands[0].code == 1
    assert "the alias *" in attempt.commands[0].errors


TAGS = {
    "calls": "x-a: !!python/object/apply:os.system ['touch /tmp/never']",
    "modules": "x-a: !!python/module:antigravity ''\nx-b: !!python/name:os.system ''",
    "objects": "x-a: !!python/object/new:subprocess.Popen [[touch, /tmp/never]]",
    "a hundred thousand of their own": "x-a: [" + "!t a, " * 100_000 + "]",
    "long ones": f"x-a: !{'t' * 1_000} a\nx-b: !<{'u' * 1_000}> b",
    "sets, pairs and binary": "x-a: !!set {a, b}\nx-b: !!omap [a: 1]\nx-c: !!binary aGk=",
}


@pytest.mark.parametrize("name", TAGS)
def test_tags_mean_nothing(name: str, desk: Desk) -> None:
    assert len(desk.serve(yaml_head(TAGS[name]), "tags.yaml").listed) == 1


HARMLESS = {
    "a hundred thousand anchors": lambda: (
        "x-a: [" + ", ".join(f"&a{n} {n}" for n in range(100_000)) + "]"
    ),
    "a hundred thousand documents": lambda: "---\na\n" * 100_000,
    "ten thousand equal keys": lambda: "x-a:\n" + "  same: 1\n" * 10_000,
    "comments only": lambda: "# nothing\n" * 500_000,
    "a large block text": lambda: "x-a: |\n" + "  words words words\n" * 100_000,
    "keys of every type": lambda: "x-a: {1: a, 1.5: b, true: c, null: d, [e]: f, {g: h}: i}",
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_evil_is_served(name: str, desk: Desk) -> None:
    assert len(desk.serve(yaml_head(HARMLESS[name]()), "harmless.yaml").listed) == 1

"""Drive every operation, and say of each scenario whether it was met as it should be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import anyio

from tests.judges.autorest.answers import difference
from tests.judges.autorest.deriving import derived_arguments
from tests.judges.autorest.gateway import Answered, Desk, Published, arguments_of
from tests.judges.autorest.scenarios import Planned, Scenario
from tests.judges.autorest.server import TestServer
from translator.json_value import JsonValue
from translator.surface import Tool

#: Operations that the server has no answer for, so that a client would wait until it gives up.
_NEVER_ANSWERED = frozenset({("model-flattening", "PUT /model-flatten/wrappedarray")})


@dataclass
class Course:
    """What became of the calls: who was met, and what was wrong about it."""

    met: set[str] = field(default_factory=set)
    wrong: dict[str, str] = field(default_factory=dict)
    calls: int = 0
    untold: list[str] = field(default_factory=list)
    """Operations whose values nothing tells."""

    def is_hit(self, scenario: str) -> bool:
        """Return whether the server counted it and the answer was right, each time."""
        return scenario in self.met and scenario not in self.wrong


@dataclass(frozen=True)
class _Turn:
    """One call to make: by a table's entry, or derived."""

    stem: str
    tool: Tool
    arguments: Mapping[str, JsonValue]
    scenario: str = ""
    headers: tuple[tuple[str, str], ...] = ()


def drive(
    desk: Desk,
    server: TestServer,
    published: Mapping[str, Published],
    scenarios: Mapping[str, Scenario],
) -> Course:
    """Call all there is, one after the other; `published` maps a file's stem to what it gave."""
    course = Course()
    turns = list(_turns(published, scenarios, course))

    async def run() -> None:
        async with desk.opened():
            server.met()
            for turn in turns:
                answered = await desk.call(turn.stem, turn.tool, turn.arguments, turn.headers)
                _note(course, turn, answered, server.met(), scenarios)

    anyio.run(run)
    course.calls = len(turns)
    return course


def _turns(
    published: Mapping[str, Published], scenarios: Mapping[str, Scenario], course: Course
) -> Iterator[_Turn]:
    planned: dict[tuple[str, str], list[tuple[Scenario, Planned]]] = {}
    for scenario in scenarios.values():
        for one in scenario.calls:
            planned.setdefault((one.stem, one.operation), []).append((scenario, one))
    for stem, given in published.items():
        for tool in given.surface.tools:
            key = (stem, tool.call.operation)
            texts = given.texts.get(tool.call.operation, {})
            if key not in _NEVER_ANSWERED:
                yield from _turns_of(stem, tool, texts, planned.pop(key, []), course)
    for (stem, operation), told in planned.items():
        for scenario, _ in told if stem in published else ():
            course.wrong[scenario.name] = f"{stem} offers no {operation}"


def _turns_of(
    stem: str,
    tool: Tool,
    texts: Mapping[str, str],
    told: list[tuple[Scenario, Planned]],
    course: Course,
) -> Iterator[_Turn]:
    for scenario, one in told:
        headers = tuple(one.client_headers.items())
        yield _Turn(stem, tool, arguments_of(tool, one.arguments), scenario.name, headers)
    if told:
        return
    arguments = derived_arguments(tool, texts)
    if arguments is None:
        course.untold.append(f"{stem} {tool.call.operation}")
    else:
        yield _Turn(stem, tool, arguments)


def _note(
    course: Course,
    turn: _Turn,
    answered: Answered,
    met: frozenset[str],
    scenarios: Mapping[str, Scenario],
) -> None:
    course.met |= met
    if turn.scenario and turn.scenario not in met:
        course.wrong[turn.scenario] = f"not counted: {answered.outcome.blocks[0].text}"
    for name in met:
        scenario = scenarios.get(name) or Scenario(name)
        found = difference(scenario.expected, turn.tool, answered)
        if found:
            course.wrong[name] = found


def publish_all(
    desk: Desk, folder: Path, stems: frozenset[str], scenarios: Mapping[str, Scenario]
) -> dict[str, Published]:
    """Publish the descriptions of a folder, all where no stems are named."""
    published = {}
    planned = [one for scenario in scenarios.values() for one in scenario.calls]
    for path in sorted(folder.glob("*.json")):
        if stems and path.stem not in stems:
            continue
        forwarded = {
            name for one in planned if one.stem == path.stem for name in one.client_headers
        }
        given = desk.publish(path, tuple(forwarded))
        if given is not None:
            published[path.stem] = given
    return published

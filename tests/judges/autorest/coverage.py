"""Own the figures: of the scenarios that a suite wants, how many were hit; the rest by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.judges.autorest.driving import Course
from tests.judges.autorest.scenarios import Scenario, Suite


@dataclass(frozen=True)
class SuiteCoverage:
    """What became of one suite; `missed` and `left_out` map a scenario to why."""

    suite: Suite
    hit: tuple[str, ...]
    missed: Mapping[str, str]
    left_out: Mapping[str, str]

    @property
    def wanted(self) -> int:
        """How many scenarios the figure is measured by."""
        return len(self.hit) + len(self.missed)


def cover(
    suites: Sequence[Suite],
    counts: Mapping[str, Sequence[str]],
    course: Course,
    scenarios: Mapping[str, Scenario],
    *,
    complete: bool = True,
) -> list[SuiteCoverage]:
    """Return the coverage of each suite; `counts` are the scenarios of each report.

    Raises:
        ValueError: the suites are `complete`, and a scenario belongs to none, or to several.
    """
    if complete:
        _check(suites, counts)
    return [_cover(suite, counts[suite.report], course, scenarios) for suite in suites]


def _check(suites: Sequence[Suite], counts: Mapping[str, Sequence[str]]) -> None:
    for report, keys in counts.items():
        for key in keys:
            homes = [suite.name for suite in suites if suite.report == report and suite.has(key)]
            if len(homes) != 1:
                raise ValueError(f"{key} of {report} belongs to {homes or 'no suite'}")


def _cover(
    suite: Suite, keys: Sequence[str], course: Course, scenarios: Mapping[str, Scenario]
) -> SuiteCoverage:
    members = [key for key in keys if suite.has(key) and key not in suite.left_out]
    return SuiteCoverage(
        suite,
        tuple(key for key in members if course.is_hit(key)),
        {key: _why(key, course, scenarios) for key in members if not course.is_hit(key)},
        {key: suite.left_out[key] for key in keys if key in suite.left_out},
    )


def _why(key: str, course: Course, scenarios: Mapping[str, Scenario]) -> str:
    scenario = scenarios.get(key)
    if scenario is not None and scenario.refused:
        return f"refused on purpose: {scenario.refused}"
    return course.wrong.get(key, "no call met it")


def total(rows: Sequence[SuiteCoverage]) -> tuple[int, int]:
    """Return how many scenarios were hit, and how many were wanted, in the suites that count."""
    counting = [row for row in rows if row.suite.counts]
    return sum(len(row.hit) for row in counting), sum(row.wanted for row in counting)

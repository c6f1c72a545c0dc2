from curation.lint.checks import CHECKS, at_least, lint
from curation.lint.values import CODES, LintSeverity
from tests.curation.lint.offers import codes, offer, offered


def test_a_good_tool_leaves_nothing_to_say() -> None:
    assert lint(offer(offered())) == ()


def test_what_is_about_the_list_comes_first_then_tool_by_tool_the_gravest_first() -> None:
    bad = offered("refund", "Refund", problems=(), decided=False)
    many = [offered(f"refund_{number}_x", f"Use this for {number}. Returns it all.",
                    operation=f"POST /{number}") for number in range(129)]  # fmt: skip
    found = lint(offer(bad, *many))
    operations = [one.operation for one in found]
    assert operations[0] == ""
    assert [c for c in codes(found) if c in ("description-short", "when-unsaid")] == [
        "description-short",
        "when-unsaid",
    ]


def test_findings_can_be_had_from_a_severity_on() -> None:
    found = lint(offer(offered(problems=("it clashes",)), offered("refund", "Refund")))
    kept = at_least(found, LintSeverity.WARNING)
    assert set(codes(kept)) == {"not-publishable", "description-short"}
    assert set(codes(at_least(found, LintSeverity.BLOCKING))) == {"not-publishable"}


def test_every_check_gives_codes_of_the_table_and_only_those() -> None:
    found = lint(offer(offered("refund", "Refund", decided=False, tokens=2_000), max_tokens=1))
    assert set(codes(found)) <= set(CODES)
    assert len(CHECKS) == len(set(CHECKS))

import re

import pytest

from translator.runtime.traceparent import continued, new_id

OWN = "1" * 32
THEIRS = "4bf92f3577b34da6a3ce929d0e0e4736"


def test_new_ids_differ_and_are_legal_trace_ids() -> None:
    ids = {new_id() for _ in range(50)}
    assert len(ids) == 50
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)


def test_trace_of_the_caller_goes_on_with_a_span_of_our_own() -> None:
    version, trace_id, span, flags = continued(f"00-{THEIRS}-00f067aa0ba902b7-00", OWN).split("-")
    assert (version, trace_id, flags) == ("00", THEIRS, "00")
    assert span != "00f067aa0ba902b7"


@pytest.mark.parametrize(
    "given",
    [
        None,
        "",
        "nonsense",
        f"ff-{THEIRS}-00f067aa0ba902b7-00",
        f"00-{'0' * 32}-00f067aa0ba902b7-00",
        f"00-{THEIRS}-{'0' * 16}-00",
        f"00-{THEIRS}-00f067aa0ba902b7-00-extra",
        f"00-{THEIRS}-00f067aa0ba902b7-00\r\nX: y",
    ],
)
def test_without_a_legal_one_a_new_trace_begins(given: str | None) -> None:
    assert continued(given, OWN).startswith(f"00-{OWN}-")


def test_later_versions_are_understood() -> None:
    assert THEIRS in continued(f"01-{THEIRS}-00f067aa0ba902b7-00-more", OWN)

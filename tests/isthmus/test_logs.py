import pytest
import structlog

from isthmus.logs import configure


def test_events_go_to_standard_error_without_values(capsys: pytest.CaptureFixture[str]) -> None:
    configure()
    try:
        secret = "hunter2" * 2
        try:
            raise ValueError("broken")
        except ValueError:
            structlog.get_logger("test").exception("a call failed", trace="t1")
        printed = capsys.readouterr()
    finally:
        structlog.reset_defaults()
    assert printed.out == ""
    assert "a call failed" in printed.err
    assert "ValueError: broken" in printed.err
    assert secret not in printed.err

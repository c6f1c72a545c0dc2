from pathlib import Path

import pytest

from isthmus.program import SystemClock, fetch, open_service, user_agent
from isthmus.settings import Settings
from translator.errors import SourceError


def test_a_service_opens_on_an_empty_folder(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "new" / "folder")
    assert open_service(settings).apis() == ()
    assert settings.database.is_file()
    assert settings.database.stat().st_mode & 0o077 == 0


def test_documents_are_fetched_over_http(api: str) -> None:
    assert b'"Incident desk"' in fetch(f"{api}/openapi.json", 10**6, 10.0)


def test_what_is_not_there_is_a_source_error(api: str) -> None:
    with pytest.raises(SourceError, match="404"):
        fetch(f"{api}/nothing.json", 10**6, 10.0)


def test_isthmus_names_itself_with_its_version() -> None:
    assert user_agent() == "isthmus/0.1.0"


def test_clocks_go_forward() -> None:
    clock = SystemClock()
    assert clock.monotonic() <= clock.monotonic()
    assert clock.now() > 1_700_000_000

"""What the tests of whole kinds of fault share."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from curation.store import open_store
from tests.kinds.offering import Offer, offered
from tests.kinds.stage import Stage, on_stage

Offering = Callable[..., Offer]
"""Takes a description, the API's answers, and options of `offered`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies here: each goes all the way, and they take a minute together."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.kinds)


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without anything in it, to be copied: migrating takes longer."""
    path = tmp_path_factory.mktemp("blank") / "blank.db"
    open_store(path).close()
    return path


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    """The server that everything is offered on."""
    with on_stage() as stage:
        yield stage


@pytest.fixture
def offer(tmp_path: Path, blank: Path, stage: Stage) -> Iterator[Offering]:
    """Offer descriptions for as long as the test runs."""
    with contextlib.ExitStack() as stack:

        def make(description: str, *answers: Any, **options: Any) -> Offer:
            folder = tmp_path / f"offer{len(list(tmp_path.iterdir()))}"
            folder.mkdir()
            return stack.enter_context(
                offered(stage, folder, blank, description, *answers, **options)
            )

        yield make

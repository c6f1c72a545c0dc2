"""What the tests of curation share."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from curation.store import Store, open_store
from tests.curating import Shop


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without anything in it, to be copied: migrating takes longer."""
    path = tmp_path_factory.mktemp("blank") / "blank.db"
    open_store(path).close()
    return path


@pytest.fixture
def store(tmp_path: Path, blank: Path) -> Iterator[Store]:
    """A store without anything in it."""
    shutil.copy(blank, tmp_path / "store.db")
    with contextlib.closing(open_store(tmp_path / "store.db")) as opened:
        yield opened


@pytest.fixture
def shop(tmp_path: Path, blank: Path) -> Iterator[Shop]:
    """A store in a folder of its own, and a description not yet imported."""
    with Shop(tmp_path, blank) as opened:
        yield opened


@pytest.fixture
def pet_shop(shop: Shop) -> Shop:
    """The pet shop, imported."""
    shop.bring()
    return shop

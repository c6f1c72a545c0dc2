"""What several test files share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real descriptions and fault cases beside the checkout."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "specs").is_dir():
        pytest.skip("the collection of real descriptions (../shared) is absent")
    return folder


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests (`@pytest.mark.anyio`) run on asyncio."""
    return "asyncio"

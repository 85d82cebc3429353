"""Databases and houses for the server's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.databases import address, postgres
from tests.server.people import House, house

__all__ = ["address", "postgres"]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """The application on a database of its own."""
    with house(f"sqlite:///{tmp_path / 'tablero.db'}") as found:
        yield found

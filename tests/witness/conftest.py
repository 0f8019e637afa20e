"""A witness that has seen nothing, closed at last."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.witness.witnesses import ServiceOnDisk


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[ServiceOnDisk]:
    opened = ServiceOnDisk(tmp_path / "witness")
    yield opened
    opened.close()

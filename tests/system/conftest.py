"""A floor that is cleared when a test is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from table_app.link import client, limits
from tests.system.floor import Floor
from tests.system.running_witness import RunningWitness


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    """Its players look for the host five times a second, however long it has been away."""
    monkeypatch.setattr(client, "RECONNECT_MAX_S", limits.RECONNECT_FIRST_S)
    opened = Floor(tmp_path)
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def witness(floor: Floor, tmp_path: Path) -> Iterator[RunningWitness]:
    floor.make_keys()
    running = RunningWitness(tmp_path / "witness", floor)
    running.start()
    yield running
    running.stop()

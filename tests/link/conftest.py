"""A keys folder made once, a foreign one, a running table, and stations that are closed at last."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from table_app.link import identity
from tests.link.stand_ins import Stations, Table


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_keys(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="session")
def foreign_keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_keys(tmp_path_factory.mktemp("foreign"))


@pytest.fixture
def table(keys: Path) -> Iterator[Table]:
    with ExitStack() as stack:
        yield Table(stack, identity.server_context(keys))


@pytest.fixture
def stations(keys: Path) -> Iterator[Stations]:
    with ExitStack() as stack:
        yield Stations(stack, keys)


def new_keys(folder: Path) -> Path:
    identity.create(folder, table="test")
    for seat in (1, 2):
        identity.enrol(folder, seat=seat)
    return folder

"""Tables that are closed when a test is over."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from table_app.table.setup import TableSetup
from table_app.vocabulary.cards import Shoe
from tests.host.stand import Stand

NewStand = Callable[..., Stand]


@pytest.fixture
def new_stand(tmp_path: Path) -> Iterator[NewStand]:
    with ExitStack() as stack:

        def make(setup: TableSetup, *shoes: Shoe, **options: Any) -> Stand:
            stand = Stand(tmp_path, setup, *shoes, **options)
            stack.callback(stand.close)
            return stand

        yield make

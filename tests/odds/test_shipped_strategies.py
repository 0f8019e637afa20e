"""A shipped strategy is the one that the odds make of its house rules and decks."""

from pathlib import Path

import pytest

from table_app.config_loader import (
    load_house_rules,
    load_strategy,
    printed_strategy,
    shipped_config,
)
from table_app.odds import base_game

SHIPPED = sorted((shipped_config() / "strategies").glob("*.toml"))


def test_the_demo_table_has_its_strategy() -> None:
    assert [path.stem for path in SHIPPED] == ["pennsylvania-8"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_strategy_is_the_computed_one(path: Path) -> None:
    name, _, decks = path.stem.rpartition("-")
    house = load_house_rules(shipped_config(), name, asked_by=path)

    game = base_game(house, int(decks))

    assert path.read_text() == printed_strategy(game)
    loaded = load_strategy(shipped_config(), name, int(decks))
    assert loaded is not None
    assert loaded.table == game.strategy

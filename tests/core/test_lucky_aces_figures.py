"""The shipped figures of Lucky Aces are those of 633c.8(e), typed here a second time by hand."""

from pathlib import Path

import pytest

from table_app.config_loader import load_paytable, shipped_config

OUTCOMES = (
    "four_aces",
    "three_aces_same_suit",
    "three_aces",
    "two_aces_same_suit",
    "two_aces",
    "one_ace_of_diamonds",
    "one_ace",
)
PRINTED = {
    "A": (500, 250, 20, 8, 5, 2, 1),
    "B": (500, 250, 30, 12, 5, 2, 1),
    "C": (1000, 500, 35, 16, 5, 2, 1),
    "D": (2000, 500, 15, 10, 4, 2, 1),
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_paytable_pays_what_the_law_prints(name: str) -> None:
    table = load_paytable(shipped_config(), "lucky_aces", name, asked_by=Path("test"))

    assert tuple(row.outcome for row in table.rows) == OUTCOMES
    assert tuple((row.odds.pays, row.odds.per, row.basis) for row in table.rows) == tuple(
        (odds, 1, "to_1") for odds in PRINTED[name]
    )

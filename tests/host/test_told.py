"""The page that `record` prints, of two rounds whose cards are in the tests: read it, then trust it.

The pages beside this file were checked by eye against the cards, the wagers and the law.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table_app.cli import app
from table_app.vocabulary import commands as c
from tests.host.conftest import NewStand
from tests.host.stand import Stand
from tests.properties.tables import ALL_STAKES, ALL_WAGERS, TIMING, shoe_with, table

PAGES = Path(__file__).parent / "told"

SPLIT = "8S 6D 8D TC 3C 9H 7H KD 2H"
"""Eights against a six: split, 11 doubled to 20, 15 busts; the dealer draws to 18."""

QUEENS = "QH TS AH QH 8C KH"
"""Seat 1 has the queens of hearts against a Blackjack in hearts, seat 2 has 18."""


def told(stand: Stand, *words: str) -> str:
    result = CliRunner().invoke(app, ["record", "1", "--data", str(stand.path.parent), *words])
    assert result.exit_code == 0
    return result.output


def split_and_doubled(new_stand: NewStand) -> Stand:
    stand = new_stand(table(seats=1), shoe_with(SPLIT), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=1000, lucky_aces=500)
    for command in (c.Split(1, 0), c.Double(1, 0), c.Hit(1, 1)):
        assert stand.ask(one, command) is None
    return stand


def queens_of_hearts(new_stand: NewStand) -> Stand:
    stand = new_stand(table(offered=ALL_WAGERS), shoe_with(QUEENS), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.deal(one, two, **ALL_STAKES)
    assert stand.ask(two, c.TakeInsurance(2, 250)) is None
    stand.wait(TIMING.insurance_ms)
    return stand


def test_a_split_and_a_double_are_told_hand_by_hand(new_stand: NewStand) -> None:
    page = told(split_and_doubled(new_stand), "--seat", "1")

    assert page == (PAGES / "split-and-double.txt").read_text()


def test_a_progressive_award_is_told_with_its_meter(new_stand: NewStand) -> None:
    page = told(queens_of_hearts(new_stand))

    assert page == (PAGES / "queens-of-hearts.txt").read_text()


@pytest.mark.parametrize("prepared", [split_and_doubled, queens_of_hearts])
def test_no_line_of_a_page_is_wider_than_80_columns(
    new_stand: NewStand, prepared: Callable[[NewStand], Stand]
) -> None:
    page = told(prepared(new_stand))

    assert max(map(len, page.splitlines())) <= 80

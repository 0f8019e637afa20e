"""Par sheets of the shipped paytables, for the tests of this folder."""

from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from table_app.config_loader import load_wager_tables, shipped_config
from table_app.config_loader.paytables import WagerTables
from table_app.game.paytable import Paytable
from table_app.game.wagers import SIDE_WAGERS
from table_app.odds import COUNTED_WAGERS, STANDARD_CHOICES, Choices, ParSheet, par_sheet

FIVE_DOLLARS = replace(STANDARD_CHOICES, stake_cents=500)
EVERY_SHEET = tuple(
    (wager, name, decks)
    for wager in COUNTED_WAGERS
    for name, table in load_wager_tables(shipped_config(), SIDE_WAGERS[wager]).paytables.items()
    for decks in table.decks
)


@cache
def tables(wager: str) -> WagerTables:
    return load_wager_tables(shipped_config(), SIDE_WAGERS[wager])


def paytable(wager: str, name: str) -> Paytable:
    return tables(wager).paytables[name]


def sheet(wager: str, name: str, decks: int, choices: Choices | None = None) -> ParSheet:
    usual = FIVE_DOLLARS if wager == "super_4" else STANDARD_CHOICES
    return par_sheet(paytable(wager, name), decks, choices or usual)


def combinations(of: ParSheet) -> dict[str, int]:
    return {line.outcome: line.combinations for line in of.outcomes}


def percent(value: Fraction, places: int) -> str:
    """Rounded to so many places, as a published table prints it."""
    scaled = round(value * 100 * 10**places)
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"

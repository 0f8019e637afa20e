"""CPU time of all par sheets and of the base game: `python -m tests.benchmarks.par_sheets`."""

from pathlib import Path
from time import process_time

from table_app.config_loader import load_house_rules, load_wager_tables, shipped_config
from table_app.game.wagers import SIDE_WAGERS
from table_app.odds import COUNTED_WAGERS, STANDARD_CHOICES, base_game, par_sheet

SIDE_WAGERS_BAR_S = 10.0
BASE_GAME_BAR_S = 300.0
DECKS = 8


def side_wagers() -> int:
    """Makes every sheet that the shipped paytables permit, and says how many."""
    sheets = [
        par_sheet(table, decks, STANDARD_CHOICES)
        for wager in COUNTED_WAGERS
        for table in load_wager_tables(shipped_config(), SIDE_WAGERS[wager]).paytables.values()
        for decks in table.decks
    ]
    return len(sheets)


def report(what: str, seconds: float, bar: float) -> None:
    print(f"{what}: {seconds:.2f} s CPU, bar {bar:g} s: {'met' if seconds <= bar else 'NOT met'}")


def main() -> None:
    before = process_time()
    sheets = side_wagers()
    report(f"all {sheets} side-wager par sheets", process_time() - before, SIDE_WAGERS_BAR_S)
    rules = load_house_rules(shipped_config(), "pennsylvania", asked_by=Path("benchmark"))
    before = process_time()
    base_game(rules, DECKS)
    report(f"base game, {DECKS} decks, unkept", process_time() - before, BASE_GAME_BAR_S)


if __name__ == "__main__":
    main()

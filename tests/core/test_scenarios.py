"""Every scenario file agrees with the real engine and ledger, to the cent."""

from pathlib import Path
from typing import Any

import pytest

from table_app.config_loader import load_wager_tables, shipped_config
from table_app.game.wagers import SIDE_WAGERS
from table_app.simulation.replay import replay
from table_app.simulation.report import checks, report
from table_app.simulation.scenario import read_scenario

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))

UNREACHABLE: dict[tuple[str, str], set[str]] = {}
"""Rows that no deal can make with any deck count their paytable permits."""


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_ends_as_its_author_says(path: Path) -> None:
    scenario = read_scenario(path, shipped_config())

    replayed = replay(scenario)

    assert [check for check in checks(scenario, replayed) if not check.is_met] == []


def test_every_row_of_every_paytable_is_paid_in_some_scenario() -> None:
    paid: set[tuple[str, str, str]] = set()
    for path in SCENARIOS:
        scenario = read_scenario(path, shipped_config())
        offered = scenario.setup.rules.offered
        chosen = {each.wager: each.paytable.paytable for each in offered}
        seats = report(scenario, replay(scenario))["seats"]
        for seat in seats.values():
            for wager, results in seat["results"].items():
                paid |= {(wager, chosen.get(wager, ""), result["outcome"]) for result in results}

    for wager in SIDE_WAGERS:
        for name, table in load_wager_tables(
            shipped_config(), SIDE_WAGERS[wager]
        ).paytables.items():
            missing = [row.outcome for row in table.rows if (wager, name, row.outcome) not in paid]
            unreachable = UNREACHABLE.get((wager, name), set())
            assert set(missing) <= unreachable, (wager, name, missing)


def test_every_meter_that_no_hand_wins_is_hit_in_some_scenario() -> None:
    outcomes = {
        result["outcome"]
        for path in SCENARIOS
        for seat in _report(path)["seats"].values()
        for results in seat["results"].values()
        for result in results
    }

    assert {"must_hit_by", "mystery"} <= outcomes


def _report(path: Path) -> dict[str, Any]:
    scenario = read_scenario(path, shipped_config())
    return report(scenario, replay(scenario))

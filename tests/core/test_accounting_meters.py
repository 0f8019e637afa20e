"""Coin in, coin out and the progressive meters, derived from postings, over every scenario."""

from pathlib import Path

import pytest

from table_app.config_loader import shipped_config
from table_app.ledger.accounting_meters import seat_meters
from table_app.ledger.postings import all_transfers
from table_app.simulation.replay import replay
from table_app.simulation.report import report
from table_app.simulation.scenario import read_scenario

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_meters_of_a_seat_explain_its_credit(path: Path) -> None:
    """Credit = buy-in - coin in + coin out + progressives paid by the table (605a.5(d))."""
    scenario = read_scenario(path, shipped_config())
    replayed = replay(scenario)
    moved = all_transfers(replayed.facts)
    told = report(scenario, replayed)["seats"]

    for seat in scenario.seats:
        meters = seat_meters(seat.number, moved)
        box = told[str(seat.number)]
        settled = [one for results in box["results"].values() for one in results]
        staked = sum(one["stake_cents"] for one in [*box["hands"], *settled])
        assert meters.coin_in_cents == staked
        assert box["credit_cents"] == (
            seat.credit_cents
            - meters.coin_in_cents
            + meters.coin_out_cents
            + meters.progressive_paid_by_machine_cents
        )


def test_an_award_by_hand_is_on_the_attendants_meter_and_not_in_coin_out() -> None:
    path = next(path for path in SCENARIOS if path.stem == "award-by-hand-leaves-the-credit")
    moved = all_transfers(replay(read_scenario(path, shipped_config())).facts)

    meters = seat_meters(1, moved)

    assert meters.coin_in_cents == 1500
    assert meters.coin_out_cents == 0
    assert meters.progressive_paid_by_attendant_cents == 50_035
    assert meters.progressive_paid_by_machine_cents == 0
    assert meters.attendant_paid_jackpots_cents == 0

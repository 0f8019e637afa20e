"""The numbers of a lock place the triggers of one meter's restarts in turn (design, section 5)."""

from pathlib import Path

import pytest

from table_app.config_loader import shipped_config
from table_app.game.progressive import Meter
from table_app.game.round.decide import lock_bets
from table_app.game.round.lock import count_accepted
from table_app.game.round.state import RoundState
from table_app.simulation.scenario import HIGHEST_UNIFORM, read_scenario
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.commands import LockBets, SeatWagers
from table_app.vocabulary.facts import MeterRestarted
from table_app.vocabulary.secrets import Uniform

TWICE = Path(__file__).parents[1] / "scenarios" / "dynamic-3-must-hit-by-twice.toml"
METER = "dynamic_21_3.must_hit_by"


def _triggers(*values: int) -> list[int]:
    """Cents of each trigger that restarts draw when the lock of that scenario has these numbers."""
    scenario = read_scenario(TWICE, shipped_config())
    rules = scenario.setup.rules
    wagers = tuple(SeatWagers(seat.number, seat.wagers) for seat in scenario.seats)
    state = RoundState(
        round=1,
        shoe=Shoe(shoe_id="shoe", salt=b"", cards=scenario.shoe, commitment=""),
        meters=tuple(
            Meter(start.meter, start.amount_micros, start.reserve_micros, start.trigger)
            for start in scenario.meters
        ),
    )
    uniforms = tuple(Uniform(meter=METER, value=value) for value in values)
    command = LockBets(wagers, count_accepted(rules, wagers), uniforms)
    decided = lock_bets(rules, state, command, {seat.seat: 10_000 for seat in wagers})
    return [
        fact.trigger.amount_cents
        for fact in decided.facts
        if isinstance(fact, MeterRestarted) and fact.trigger is not None
    ]


@pytest.mark.parametrize(
    ("values", "triggers"),
    [
        # The first restart is above the cap, whatever its number; the second at 999.77 puts the
        # lowest number a cent above, which seat 3 reaches, and the highest at the cap.
        ((0, HIGHEST_UNIFORM), [100_000, 100_000]),
        ((HIGHEST_UNIFORM, 0, HIGHEST_UNIFORM), [100_000, 99_978, 100_000]),
    ],
)
def test_each_restart_takes_the_next_number(values: tuple[int, ...], triggers: list[int]) -> None:
    assert _triggers(*values) == triggers


def test_one_number_is_enough_and_places_every_restart_within_its_range() -> None:
    first, second, *_ = _triggers(7)

    assert first == 100_000
    assert 99_978 <= second <= 100_000

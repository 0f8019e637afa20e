"""An award is validated by two different people, however their names are typed (633c.6(h))."""

from pathlib import Path

import pytest

from table_app.config_loader import shipped_config
from table_app.simulation.replay import replay
from table_app.simulation.scenario import read_scenario
from table_app.table.decide import Decision, decide
from table_app.vocabulary.commands import CloseAward
from table_app.vocabulary.refusals import Refusal

WAITING = Path(__file__).parents[1] / "scenarios" / "award-waits-for-attendants.toml"


def _close(attendant: str, supervisor: str) -> Decision | Refusal:
    """Seat 1's award of that scenario, its first and only one."""
    scenario = read_scenario(WAITING, shipped_config())
    command = CloseAward(1, 1, "by_hand", attendant, supervisor)
    return decide(scenario.setup, replay(scenario).state, command)


@pytest.mark.parametrize(
    ("attendant", "supervisor"),
    [
        ("", "bob"),
        ("ann", ""),
        ("", ""),
        (" ", "bob"),
        ("ann", "\t"),
        ("ann", "ann"),
        ("Anna", "anna"),
        ("a", "a "),
        (" ann", "ANN\n"),
        ("Strasse", "Stra\u00dfe"),
    ],
)
def test_no_name_and_one_name_twice_are_not_two_people(attendant: str, supervisor: str) -> None:
    assert _close(attendant, supervisor) == Refusal("two_people")


@pytest.mark.parametrize(
    ("attendant", "supervisor"), [("ann", "bob"), ("ann", "anna"), ("Ann A", "Ann B")]
)
def test_two_names_are_two_people(attendant: str, supervisor: str) -> None:
    decided = _close(attendant, supervisor)

    assert isinstance(decided, Decision)

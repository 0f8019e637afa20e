"""The robot plays what is on its screen: all wagers it can afford, and waits for its awards."""

from pathlib import Path

import pygame
import pytest

from table_app.simulation.robot import Robot, decision
from table_app.vocabulary.commands import RequestDemoValidation, SetReady, SetWagers, WagerStake
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import SeatView
from tests.station import all_wagers, samples
from tests.station.station import Station
from tests.station.strategy_card import STRATEGY

REFUSED = Refusal("not_offered")


def played(view: SeatView, folder: Path) -> tuple[Station, Robot]:
    """A robot that looks and touches until it has asked the table something."""
    station = Station(view, info=all_wagers.INFO)
    robot = Robot(station.app, folder)
    for _ in range(40):
        robot.look_and_touch(station.now_ms)
        station.wait(32)
    pygame.event.clear()
    return station, robot


def test_a_robot_places_the_next_wager_at_its_own_amount(tmp_path: Path) -> None:
    chips = samples.layout(blackjack=1000)
    view = all_wagers.empty(betting=samples.betting(1, chips), demo_credit=REFUSED)
    station, _ = played(view, tmp_path)
    assert station.asked[0] == SetWagers(
        samples.SEAT, 2, (*chips, WagerStake(all_wagers.DYNAMIC, 500))
    )


def test_a_robot_keeps_credit_to_double_and_deals(tmp_path: Path) -> None:
    view = all_wagers.empty(
        betting=samples.betting(1, samples.layout(blackjack=1000)),
        demo_credit=REFUSED,
        credit_cents=3050,
    )
    station, _ = played(view, tmp_path)
    assert station.asked == [SetReady(samples.SEAT, 1)]


def test_a_robot_has_its_award_validated_and_keeps_the_picture(tmp_path: Path) -> None:
    station, robot = played(all_wagers.award_lock(), tmp_path)
    assert station.asked == [RequestDemoValidation(samples.SEAT)]
    assert "award" in {shot.kind for shot in robot.shots}


@pytest.mark.parametrize(
    ("cards", "total", "is_soft", "upcard", "refused", "best"),
    [
        ("8S 8D", 16, False, "TH", (), "split"),
        ("8S 8D", 16, False, "TH", ("split",), "surrender"),
        ("8S 8D", 16, False, "TH", ("split", "surrender"), "hit"),
        ("AS 7D", 18, True, "5H", ("split",), "double"),
        ("AS 7D", 18, True, "5H", ("split", "double"), "stand"),
        ("AS AD", 12, True, "6H", ("split", "double"), "hit"),
        ("5S 5D", 10, False, "9H", (), "double"),
        ("KS QD", 20, False, "6H", (), "stand"),
        ("6S 5D", 11, False, "AH", ("split",), "hit"),
        ("6S 4D 2C", 12, False, "4H", ("split", "double", "surrender"), "stand"),
    ],
)
def test_a_robot_takes_the_first_permitted_action_of_the_card(
    cards: str, total: int, is_soft: bool, upcard: str, refused: tuple[str, ...], best: str
) -> None:
    view = samples.deciding(
        dealer=samples.dealer(f"{upcard} ??", 10),
        hands=(samples.hand(cards, total, is_soft=is_soft, is_active=True),),
        options=samples.options(**dict.fromkeys(refused, REFUSED)),  # type: ignore[arg-type]
    )
    assert decision(view, STRATEGY) == best


def test_a_robot_has_a_plain_strategy_where_the_table_has_none() -> None:
    view = samples.deciding(
        dealer=samples.dealer("TH ??", 10),
        hands=(samples.hand("8S 8D", 16, is_active=True),),
        options=samples.options(),
    )
    assert decision(view, ()) == "split"

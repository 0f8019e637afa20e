"""The robot plays what is on its screen: all wagers it can afford, and waits for its awards."""

from pathlib import Path

import pygame

from table_app.simulation.robot import Robot
from table_app.vocabulary.commands import RequestDemoValidation, SetReady, SetWagers, WagerStake
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import SeatView
from tests.station import all_wagers, samples
from tests.station.station import Station

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

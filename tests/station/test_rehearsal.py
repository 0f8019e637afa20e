"""What an idle station has drawn before a round needs it; no one sees any of it."""

import pytest

from table_app.vocabulary.views import SeatView
from tests.station import all_wagers, samples
from tests.station.station import Station

QUIET_MS = 3_000
LEFT_TO_DRAW_MAX = 45
"""Amounts of money, mostly: they cannot be known ahead."""


def kept(station: Station) -> set[object]:
    return set(station.app._art._kept)


def test_a_round_finds_its_cards_and_results_drawn() -> None:
    station = Station(all_wagers.empty(), info=all_wagers.INFO)
    station.wait(QUIET_MS)
    before = kept(station)
    station.update(all_wagers.mixed_results())
    assert len(kept(station) - before) <= LEFT_TO_DRAW_MAX


@pytest.mark.parametrize("view", [*samples.EVERY_PHASE.values(), *all_wagers.EVERY_SCREEN.values()])
def test_drawing_ahead_changes_nothing_on_the_screen(view: SeatView) -> None:
    untimed = samples.changed(view, timer=None)
    station = Station(untimed, info=all_wagers.INFO)
    shown, scene = station.pixels(), station.app.scene()
    station.wait(QUIET_MS)
    assert next(station.app._undrawn, "all drawn") == "all drawn"
    assert station.pixels() == shown
    assert station.app.scene() == scene

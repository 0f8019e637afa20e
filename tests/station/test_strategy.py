"""The strategy card: the table's rules in letters, the same whatever lies on the table."""

import pytest
from msgspec.structs import replace

from table_app.link.client import LinkLost, LinkUp
from table_app.station.layout import SMALLEST_TARGET
from table_app.station.strategy import TITLES, card_rows, in_words, legend, letters
from table_app.station.texts import Texts
from table_app.vocabulary.views import SeatView, StrategyRow, Welcome
from tests.station import all_wagers, samples
from tests.station.station import Station, overlaps, unreadable
from tests.station.strategy_card import INFO, STRATEGY

ENGLISH = Texts("en")


def opened(view: SeatView, *, size: tuple[int, int] = (960, 540)) -> Station:
    station = Station(view, info=INFO, size=size)
    station.tap("pays")
    station.wait(300)
    station.tap("help:basic_strategy")
    station.wait(300)
    return station


def card(station: Station) -> dict[str, str]:
    start = "label:strategy:"
    return {
        node.id.removeprefix(start): node.text
        for node in station.app.scene()
        if node.id.startswith(start)
    }


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_the_card_can_be_read_and_its_tabs_touched(size: tuple[int, int]) -> None:
    station = opened(all_wagers.mixed_results(), size=size)
    targets = list(station.buttons())
    least = SMALLEST_TARGET * min(size[0] / 1920, size[1] / 1080) - 1
    assert unreadable(station, size) == []
    assert overlaps(targets) == []
    assert all(min(node.rect[2:]) >= least for node in targets)
    assert station.pixels() == station.fresh_pixels()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_a_card_on_which_no_two_rows_are_alike_can_be_read_too(size: tuple[int, int]) -> None:
    striped = tuple(
        replace(
            row,
            actions=tuple(
                ("stand",) if column == row.points % 10 else actions
                for column, actions in enumerate(row.actions)
            ),
        )
        for row in STRATEGY
    )
    station = Station(all_wagers.empty(), info=replace(INFO, strategy=striped), size=size)
    station.tap("pays")
    station.wait(300)
    station.tap("help:basic_strategy")
    assert unreadable(station, size) == []


def test_a_table_without_a_strategy_has_no_such_tab() -> None:
    station = Station(all_wagers.empty(), info=all_wagers.INFO)
    station.tap("pays")
    assert not station.has("help:basic_strategy")


def test_every_entry_is_said_in_letters() -> None:
    cells = card(opened(all_wagers.empty()))
    assert cells["hard:16:9"] == "R"
    assert cells["hard:13:1"] == "S"
    assert cells["soft:18:2"] == "Ds"
    assert cells["soft:15:4"] == "D"
    assert cells["pair:8:0"] == "P"
    assert cells["pair:1:5"] == "P"
    assert cells["pair:5:0"] == "H"


def test_rows_that_are_alike_are_one_but_every_pair_has_its_own() -> None:
    names = {kind: [row.name for row in card_rows(ENGLISH, STRATEGY, kind)] for kind in TITLES}
    assert names == {
        "hard": ["4-8", "9", "10", "11", "12", "13-14", "15", "16", "17+"],
        "soft": ["A,2-3", "A,4-5", "A,6", "A,7", "A,8+"],
        "pair": ["A,A", *(f"{points},{points}" for points in range(2, 11))],
    }


def test_the_legend_has_every_cell_in_words() -> None:
    rows = tuple(row for kind in TITLES for row in card_rows(ENGLISH, STRATEGY, kind))
    words = {letters(ENGLISH, steps): in_words(ENGLISH, steps) for steps in legend(rows)}
    assert words == {
        "H": "hit",
        "S": "stand",
        "D": "double, else hit",
        "Ds": "double, else stand",
        "P": "split, else play the total",
        "R": "surrender, else hit",
    }


def test_a_pair_that_is_not_played_as_its_total_says_how() -> None:
    rows = (
        StrategyRow("hard", 16, (("surrender", "hit"),) * 10),
        StrategyRow("pair", 8, (("split", "double", "hit"),) * 10),
    )
    cell = card_rows(ENGLISH, rows, "pair")[0].cells[0]
    assert letters(ENGLISH, cell) == "Pdh"
    assert in_words(ENGLISH, cell) == "split, else double, else hit"


def test_the_card_is_the_same_in_every_phase_and_for_every_hand() -> None:
    station = opened(all_wagers.empty())
    first = [node for node in station.app.scene() if "strategy" in node.id or "legend" in node.id]
    for view in (*samples.EVERY_PHASE.values(), *all_wagers.EVERY_SCREEN.values()):
        station.update(view)
        station.wait(300)
        shown = [
            node for node in station.app.scene() if "strategy" in node.id or "legend" in node.id
        ]
        assert shown == first


def test_a_table_that_comes_back_without_a_strategy_closes_the_card() -> None:
    station = opened(all_wagers.empty())
    station.link.incoming += [LinkLost("closed"), LinkUp(), Welcome(all_wagers.INFO, 1)]
    station.update(all_wagers.empty())
    assert not card(station)
    assert station.has("spot:blackjack")

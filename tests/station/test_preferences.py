"""What a player chooses for the screen acts at once, wherever it is chosen, and asks the host alone."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.host.help import help_of
from table_app.station import art as art_module
from table_app.station.animation import Timeline
from table_app.station.cues import cues_of, win_sound
from table_app.table.beside import Beside
from table_app.table.info import table_info
from table_app.table.state import TableState
from table_app.table.view import Gallery
from table_app.vocabulary.commands import (
    CallAttendant,
    ConfirmReality,
    Preferences,
    ReviewRound,
    SetPreferences,
)
from table_app.vocabulary.facts import AwardReserved, RoundClosed, SessionEnded, WagerSettled
from table_app.vocabulary.views import Review, RoundSummary, SessionView
from tests.station import all_wagers, samples
from tests.station.station import Station

SEAT = samples.SEAT
VIEWS = all_wagers.EVERY_SCREEN


def at(name: str, **choices: object) -> Station:
    preferences = Preferences(**choices)  # type: ignore[arg-type]
    return Station(replace(VIEWS[name], preferences=preferences), info=all_wagers.INFO)


@pytest.mark.parametrize(
    ("target", "chosen"),
    [
        ("language:es", Preferences(language="es")),
        ("volume_up", Preferences(volume=6)),
        ("volume_down", Preferences(volume=4)),
        ("speed:slow", Preferences(speed="slow")),
        ("switch:has_four_colours", Preferences(has_four_colours=True)),
        ("switch:has_large_text", Preferences(has_large_text=True)),
        ("switch:has_reduced_motion", Preferences(has_reduced_motion=True)),
        ("switch:is_left_handed", Preferences(is_left_handed=True)),
    ],
)
def test_a_choice_in_the_menu_is_asked_of_the_host(target: str, chosen: Preferences) -> None:
    station = at("chips")
    station.tap("menu")
    station.wait(300)
    station.tap(target)
    assert station.asked == [SetPreferences(SEAT, chosen)]


def test_language_and_sound_are_one_touch_away() -> None:
    station = at("chips")
    station.tap("next_language")
    station.answer_last()
    station.tap("sound")
    assert station.asked == [
        SetPreferences(SEAT, Preferences(language="es")),
        SetPreferences(SEAT, Preferences(volume=0)),
    ]


def test_the_language_changes_in_the_middle_of_a_hand() -> None:
    station = at("dealt")
    assert station.node("hit").text.startswith("HIT")
    station.update(replace(VIEWS["dealt"], preferences=Preferences(language="es")))
    assert not station.node("hit").text.startswith("HIT")
    station.update(VIEWS["dealt"])
    assert station.node("hit").text.startswith("HIT")
    assert station.pixels() == station.fresh_pixels()


def test_the_left_hand_has_the_bar_the_other_way_round_and_nothing_else() -> None:
    right, left = at("chips"), at("chips", is_left_handed=True)
    width = 960
    for node in right.buttons():
        x, y, wide, high = node.rect
        other = left.node(node.id).rect
        is_in_bar = y >= 812 * 540 / 1080
        assert other == ((width - x - wide, y, wide, high) if is_in_bar else node.rect), node.id
    left.tap("chip:2500")
    left.tap("spot:blackjack")
    assert len(left.asked) == 1


def test_nothing_lies_under_deal_for_the_left_hand_either() -> None:
    deal = at("chips", is_left_handed=True).node("deal").rect
    deciding = at("dealt", is_left_handed=True)
    x, y, wide, high = deal
    for node in deciding.buttons():
        left, top, across, down = node.rect
        assert left >= x + wide or left + across <= x or top >= y + high or top + down <= y, node.id


def test_with_nothing_moving_a_round_stands_at_once() -> None:
    station = at("locked", has_reduced_motion=True)
    view = replace(all_wagers.dealt(), preferences=Preferences(has_reduced_motion=True))
    station.update(view, *all_wagers.DEAL_FACTS)
    assert not station.app._seat.is_behind
    assert station.node("hit").text


def test_a_missing_font_is_another_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(art_module, "asset", tmp_path.joinpath)
    art_module._font_file.cache_clear()
    station = at("chips")
    assert station.node("deal").enabled


def test_a_call_is_made_and_taken_back() -> None:
    station = at("dealt")
    station.tap("call")
    station.answer_last()
    station.update(replace(VIEWS["dealt"], is_calling=True))
    station.tap("call")
    assert station.asked == [
        CallAttendant(SEAT, is_wanted=True),
        CallAttendant(SEAT, is_wanted=False),
    ]


def test_a_reality_check_stops_everything_but_its_own_button() -> None:
    view = replace(VIEWS["chips"], session=SessionView(3_600_000, -1800, 5_000))
    station = Station(view, info=all_wagers.INFO)
    assert not station.has("reality_ok")
    station.wait(5_000)
    assert station.node("reality_ok").enabled
    assert not station.node("deal").enabled
    station.tap("reality_ok")
    assert station.asked == [ConfirmReality(SEAT)]


def test_a_tapping_finger_does_not_confirm_a_reality_check() -> None:
    view = replace(VIEWS["chips"], session=SessionView(3_600_000, -1800, 1_000))
    station = Station(view, info=all_wagers.INFO)
    place = (480, 345)
    while not station.has("reality_ok"):
        station.wait(16)
    x, y, width, height = station.node("reality_ok").rect
    assert x <= place[0] < x + width
    assert y <= place[1] < y + height
    station.finger(pygame.FINGERDOWN, place)
    station.wait(60)
    station.finger(pygame.FINGERUP, place)
    station.wait(60)
    assert station.asked == []


def test_a_page_closes_with_its_session() -> None:
    station = at("chips")
    station.tap("review")
    station.answer_last()
    assert station.has("label:page title")
    station.update(replace(VIEWS["empty"], session=None), SessionEnded(SEAT))
    assert not station.has("label:page title")


def test_the_players_speed_is_the_stations() -> None:
    """As the command starts it: nothing overrules what the player chose."""
    durations = {}
    for speed in ("slow", "normal", "fast", "instant"):
        station = at("locked", speed=speed)
        view = replace(all_wagers.dealt(), preferences=Preferences(speed=speed))
        station.update(view, *all_wagers.DEAL_FACTS)
        began = station.now_ms
        while station.app._seat.is_behind:
            station.wait(16)
        durations[speed] = station.now_ms - began
    assert durations["slow"] > durations["normal"] > durations["fast"] > durations["instant"] == 0


def test_a_reality_check_waits_for_the_end_of_the_round() -> None:
    view = replace(VIEWS["dealt"], session=SessionView(3_600_000, -1800, 0))
    station = Station(view, info=all_wagers.INFO)
    assert not station.has("reality_ok")
    assert station.node("hit").enabled


def test_out_of_service_leaves_only_the_header() -> None:
    station = at("dealt")
    station.update(replace(VIEWS["dealt"], tilt="generator"))
    assert station.enabled() == set()
    assert not station.node("menu").enabled
    assert station.node("call").enabled
    assert station.node("label:phase").text == "OUT OF SERVICE"


def test_a_table_that_never_opened_says_why_and_shows_the_credit() -> None:
    setup = load_table(default_table(), shipped_config())
    unopened = Gallery(setup, TableState(), Beside(tilt="generator")).view(1)
    station = Station(unopened, info=table_info(setup, 1, help_of(setup)))
    texts = set(station.texts())
    assert {"OUT OF SERVICE", "The random number generator has stopped.", "$0.00"} <= texts
    assert station.enabled() == set()


def test_a_review_that_does_not_come_or_is_empty_says_so() -> None:
    station = at("chips")
    station.tap("review")
    assert station.asked == [ReviewRound(SEAT, 0)]
    assert station.node("label:page title").text == "Please wait."
    station.link.incoming.append(Review(0, (RoundSummary(0, 3, 100, 0),)))
    station.answer_last()
    assert station.node("label:page title").text == "No round of yours yet."
    station.wait(300)
    station.tap("close_page")
    assert station.has("deal")


@pytest.mark.parametrize(
    ("win_cents", "staked_cents", "sound"),
    [
        (0, 1000, None),
        (500, 1000, None),
        (1000, 1000, None),
        (1100, 1000, "win_1"),
        (3000, 1000, "win_2"),
        (20_000, 1000, "win_3"),
    ],
)
def test_a_return_that_is_no_gain_sounds_like_none(
    win_cents: int, staked_cents: int, sound: str | None
) -> None:
    assert win_sound(win_cents, staked_cents) == sound
    view = replace(VIEWS["mixed"], win_cents=win_cents, total_bet_cents=staked_cents)
    ended = (WagerSettled(SEAT, "lucky_aces", "lose", 500, 0, "table"), RoundClosed(12))
    heard = [cue.sound for cue in cues_of(Timeline(), ended, view, 0) if cue.is_of_the_end]
    assert heard == ([sound] if sound else [])


def test_an_award_is_heard_by_its_seat_alone() -> None:
    own = AwardReserved(SEAT, 1, "lucky_ladies", "qh_pair", "lucky_ladies.main", 100)
    others = replace(own, seat=SEAT + 1)
    for fact, heard in ((own, ["win_3"]), (others, [])):
        cues = cues_of(Timeline(), (fact,), VIEWS["mixed"], 0)
        assert [cue.sound for cue in cues] == heard


@pytest.mark.parametrize(
    ("win_cents", "is_great"), [(31_00, False), (19 * 31_00, False), (20 * 31_00, True)]
)
def test_only_a_great_win_is_called_one(win_cents: int, is_great: bool) -> None:
    station = at("chips")
    station.update(replace(VIEWS["mixed"], win_cents=win_cents, total_bet_cents=31_00, timer=None))
    assert station.node("label:phase").text.startswith("GREAT WIN") is is_great

"""Six spots, ten meters, the draw of the Dynamic pays, results and awards."""

from itertools import pairwise

import pygame
import pytest
from msgspec.structs import replace

from table_app.vocabulary.cards import card
from table_app.vocabulary.commands import RequestDemoValidation, SetWagers, Speed, WagerStake
from table_app.vocabulary.facts import (
    AwardClosed,
    AwardReserved,
    DealerDrew,
    ExtraCardDealt,
    HandSettled,
    HoleCardTurned,
    ProgressiveReconciled,
    RoundClosed,
    ShownFact,
    WagerSettled,
)
from table_app.vocabulary.views import SeatView
from tests.station import all_wagers, samples
from tests.station.all_wagers import ACES, DYNAMIC, INFO, LADIES, SEVENS, SUPER
from tests.station.station import Station

SEAT = samples.SEAT
PANEL = pygame.Rect(16, 104, 336, 448)
METERS = pygame.Rect(1568, 104, 336, 476)


def at_table(view: SeatView, *, speed: Speed = "normal") -> Station:
    return Station(view, info=INFO, speed=speed)


def spot_texts(station: Station, wager: str) -> list[str]:
    parts = (f"label:won:{wager}:", f"label:outcome:{wager}", f"label:amount:{wager}")
    return [node.text for node in station.app.scene() if node.id.startswith(parts)]


# --- betting


def test_the_spots_stand_in_the_order_of_the_table() -> None:
    station = at_table(all_wagers.empty())
    targets = [node.id for node in station.buttons() if node.id.startswith("spot:")]
    assert targets == [f"spot:{wager.wager}" for wager in INFO.wagers]
    lefts = [station.node(name).rect[0] for name in targets]
    assert lefts == sorted(lefts)


def test_a_wager_of_one_amount_is_put_down_and_taken_up_whatever_chip_is_chosen() -> None:
    station = at_table(all_wagers.empty(betting=samples.betting(1, samples.layout(blackjack=1000))))
    station.tap("chip:10000")
    station.tap(f"spot:{SEVENS}")
    station.tap(f"spot:{SUPER}")
    station.tap(f"spot:{SEVENS}")
    main = WagerStake("blackjack", 1000)
    assert station.asked == [
        SetWagers(SEAT, 2, (main, WagerStake(SEVENS, 100))),
        SetWagers(SEAT, 3, (main, WagerStake(SEVENS, 100), WagerStake(SUPER, 500))),
        SetWagers(SEAT, 4, (main, WagerStake(SUPER, 500))),
    ]


def test_an_empty_spot_says_its_one_amount() -> None:
    station = at_table(all_wagers.EVERY_SCREEN["one_chip"])
    assert station.node(f"label:tap amount:{SEVENS}").text == "$1"
    assert not station.has(f"label:tap amount:{ACES}")


def test_a_wager_of_several_amounts_still_takes_the_chosen_chip() -> None:
    station = at_table(all_wagers.empty(betting=samples.betting(1, samples.layout(blackjack=1000))))
    station.tap("chip:2500")
    station.tap(f"spot:{ACES}")
    station.tap(f"spot:{ACES}")
    assert [command.wagers[-1].stake_cents for command in station.asked] == [2500, 5000]  # type: ignore[union-attr]


def test_what_is_taken_up_flies_nowhere() -> None:
    station = at_table(all_wagers.with_all_chips())
    station.press(f"spot:{SEVENS}")
    station.release(f"spot:{SEVENS}")
    station.answer_last()
    station.update(all_wagers.EVERY_SCREEN["one_chip"])
    assert station.pixels() == station.fresh_pixels()


# --- meters


def test_every_meter_is_on_the_screen_in_every_phase() -> None:
    station = at_table(all_wagers.empty(), speed="instant")
    for name, view in all_wagers.EVERY_SCREEN.items():
        station.update(view)
        shown = [node.text for node in station.app.scene() if node.id.startswith("label:meter:")]
        wanted = [station.app._seat.texts.money(meter.amount_cents) for meter in view.meters]
        assert shown == wanted, name


def test_meters_say_what_they_must_hit_and_what_the_star_is_for() -> None:
    station = at_table(all_wagers.empty())
    assert station.node(f"label:meter note:{DYNAMIC}.must_hit_by").text == "must hit by $1,000"
    assert station.node(f"label:meter note:{SUPER}.star").text == "royal in spades"


def test_a_table_without_meters_shows_its_rules_there() -> None:
    station = at_table(samples.view())
    assert station.has("label:rules")
    assert not station.has("label:progressives")


# --- the draw


def row_values(station: Station) -> list[str]:
    return [node.text for node in station.app.scene() if node.id.startswith("label:odds:")]


def test_the_pays_turn_one_after_the_other_before_the_first_card() -> None:
    station = at_table(all_wagers.with_all_chips())
    station.update(all_wagers.locked(), *all_wagers.LOCK_FACTS)
    assert station.node("label:phase").text == "NO MORE BETS"
    station.update(all_wagers.dealt(), *all_wagers.DEAL_FACTS)
    base, raised = ["METER", "100", "20", "10", "2"], ["METER", "1000", "20", "10", "20"]
    assert row_values(station) == base
    station.wait(330)
    assert row_values(station) == [*raised[:4], "2"]
    station.wait(420)
    assert row_values(station) == raised
    assert station.node("label:basis:straight").text == "for 1, was 2"
    assert station.node("label:phase").text == "NO MORE BETS"
    assert not station.has("label:hand:0")
    station.settle()
    assert row_values(station) == raised


def test_a_row_is_turning_between_its_two_sides() -> None:
    station = at_table(all_wagers.locked())
    before = panel(station)
    station.update(all_wagers.dealt(), *all_wagers.DEAL_FACTS)
    assert row_values(station) == ["METER", "100", "20", "10", "2"]
    station.wait(80)
    turning = panel(station)
    station.wait(400)
    assert len({before, turning, panel(station)}) == 3


def panel(station: Station, place: pygame.Rect = PANEL) -> bytes:
    width, height = station.app.size
    small = pygame.Rect(
        place.x * width // 1920,
        place.y * height // 1080,
        place.w * width // 1920,
        place.h * height // 1080,
    )
    return pygame.image.tobytes(station.app.fresh_surface().subsurface(small), "RGB")


@pytest.mark.parametrize("pause_ms", [16, 100, 250, 500, 900, 5_000])
def test_the_picture_of_the_draw_is_right_at_every_moment(pause_ms: int) -> None:
    station = at_table(all_wagers.with_all_chips())
    station.update(all_wagers.locked(), *all_wagers.LOCK_FACTS)
    station.update(all_wagers.dealt(), *all_wagers.DEAL_FACTS)
    station.wait(pause_ms)
    assert station.pixels() == station.fresh_pixels()


def test_the_drawn_pays_stay_until_the_next_chip() -> None:
    station = at_table(all_wagers.mixed_results())
    assert "1000" in row_values(station)
    station.update(all_wagers.EVERY_SCREEN["one_chip"])
    assert row_values(station) == ["METER", "100", "20", "10", "2"]


# --- results and awards


def test_a_spot_names_the_row_that_won() -> None:
    station = at_table(all_wagers.mixed_results())
    assert spot_texts(station, DYNAMIC) == ["3 OF A KIND", "SUITED", "$5,000.00"]
    assert spot_texts(station, SEVENS) == ["TWO 7s", "$26.00"]
    assert spot_texts(station, SUPER) == ["DEALER", "BLACKJACK", "$25.00"]
    assert spot_texts(station, LADIES) == ["LOSE"]


def test_an_award_says_who_pays_it_until_it_is_paid() -> None:
    station = at_table(all_wagers.award_lock())
    assert spot_texts(station, LADIES)[-2:] == ["attendant", "$6,475.88"]
    assert spot_texts(station, DYNAMIC) == ["MUST HIT BY", "attendant", "$987.40"]
    station.update(all_wagers.award_paid())
    assert spot_texts(station, LADIES)[-2:] == ["paid", "$6,475.88"]


def test_an_award_that_came_at_the_lock_is_shown_while_the_round_goes_on() -> None:
    station = at_table(all_wagers.award_in_play())
    assert "MYSTERY" in spot_texts(station, SUPER)
    assert station.node("hit").enabled
    assert not station.has("label:award")


def test_the_lock_says_what_to_do_and_stops_betting_with_its_reason() -> None:
    station = at_table(all_wagers.award_lock())
    assert station.node("label:award").text == "AWARD $7,463.28"
    assert station.node("label:award call").text.startswith("Not on your credit yet")
    assert station.has("label:hand:0")
    assert station.node("deal").reason == "call an attendant for your award"
    enabled = station.enabled()
    assert enabled == {"pays", "demo_validation"}
    station.tap(f"spot:{ACES}")
    assert station.asked == []
    assert station.node("label:notice").text == "Call an attendant for your award"


def test_a_demo_table_validates_by_a_button_and_a_real_one_does_not() -> None:
    station = at_table(all_wagers.award_lock())
    assert "DEMO" in station.node("demo_validation").text
    station.tap("demo_validation")
    assert station.asked == [RequestDemoValidation(SEAT)]
    real = at_table(all_wagers.EVERY_SCREEN["award_on_real_table"])
    assert not real.has("demo_validation")


def test_the_lock_ends_with_the_award() -> None:
    station = at_table(all_wagers.award_lock())
    station.update(all_wagers.award_paid())
    station.wait(300)
    assert not station.has("label:award")
    station.tap("spot:blackjack")
    assert len(station.asked) == 1


def test_the_chips_of_a_reserved_award_do_not_go_to_the_dealer() -> None:
    station = at_table(all_wagers.dealt())
    settled = WagerSettled(SEAT, LADIES, "qh_pair_dealer_bj_unsuited", 500, 0, "meter")
    reserved = AwardReserved(SEAT, 8, LADIES, "qh_pair_dealer_bj_unsuited", None, 647_588)
    station.update(all_wagers.award_lock(), settled, reserved)
    assert not station.app._seat._stage.is_behind


def test_the_card_for_sevens_flies_to_its_place_and_is_named() -> None:
    station = at_table(all_wagers.dealt())
    station.update(all_wagers.mixed_results(), ExtraCardDealt(SEAT, card("9C")))
    assert not station.has("label:extra card")
    station.settle()
    assert station.node("label:extra card").text == "7's card"
    assert station.pixels() == station.fresh_pixels()


def test_a_win_glows_softly_and_only_when_more_was_paid_than_staked() -> None:
    ending = (HandSettled(SEAT, 0, "win", 1000, 2000), RoundClosed(12))
    lights = {}
    for name, win_cents in (("won", 5000), ("even", 3100), ("lost", 1000)):
        station = at_table(all_wagers.dealt())
        station.update(replace(all_wagers.mixed_results(), win_cents=win_cents), *ending)
        station.wait(200)
        seen = []
        for _ in range(200):
            station.wait(16)
            seen.append(station.app._seat._stage.glow_percent(station.now_ms))
        assert station.pixels() == station.fresh_pixels()
        lights[name] = seen
    assert max(lights["won"]) == 100
    assert lights["won"][-1] == 0
    assert sum(one < 50 <= other for one, other in pairwise(lights["won"])) == 3
    assert not any(lights["even"] + lights["lost"])


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (
            ProgressiveReconciled(SUPER, 2, 1000, 1, 500, is_returned=True),
            "Super 4 was not accepted: your chips are back",
        ),
        (
            AwardClosed(SEAT, 7, "to_credit", True, 98_740, "A. One", "B. Two"),
            "Award of $987.40 is on your credit",
        ),
        (
            AwardClosed(SEAT, 7, "by_hand", True, 98_740, "A. One", "B. Two"),
            "Award of $987.40 was paid by hand",
        ),
    ],
)
def test_what_no_picture_shows_is_said(fact: ShownFact, text: str) -> None:
    station = at_table(all_wagers.empty())
    station.update(all_wagers.empty(), fact)
    station.wait(100)
    assert station.node("label:notice").text == text


# --- nothing is told before its time


def endings() -> list[tuple[SeatView, tuple[ShownFact, ...]]]:
    """Two ends of one round that differ in the hole card and in all that follows from it."""
    won, lost = all_wagers.award_lock(), all_wagers.mixed_results()
    return [
        (
            won,
            (
                HoleCardTurned(card("KC")),
                WagerSettled(SEAT, ACES, "one_ace", 500, 1000, "table"),
                RoundClosed(12),
            ),
        ),
        (
            replace(
                lost,
                hands=won.hands,
                dealer=samples.dealer("AH 3D 9S 8C", 21),
                extra_card=None,
                shown_round=won.shown_round,
            ),
            (
                HoleCardTurned(card("3D")),
                WagerSettled(SEAT, ACES, "lose", 500, 0, "table"),
                DealerDrew(card("9S")),
                DealerDrew(card("8C")),
                RoundClosed(12),
            ),
        ),
    ]


@pytest.mark.parametrize("is_help_open", [False, True])
def test_until_the_hole_card_turns_all_ends_look_the_same(is_help_open: bool) -> None:
    waiting = all_wagers.dealt(
        dealer=samples.dealer("AH ??", 11, is_soft=True),
        hands=(samples.hand("QH QH", 20, is_active=True),),
        timer=None,
    )
    pictures = []
    for view, facts in endings():
        station = at_table(waiting)
        if is_help_open:
            station.tap("pays")
            station.wait(300)
            station.tap(f"help:{ACES}")
            station.wait(300)
        station.update(replace(view, timer=None, demo_credit=waiting.demo_credit), *facts)
        shown = []
        for _ in range(12):
            station.wait(16)
            shown.append(station.pixels())
        pictures.append(shown)
    assert pictures[0] == pictures[1]

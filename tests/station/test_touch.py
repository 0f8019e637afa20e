"""One finger's path: what counts as a press, and what does not."""

import pygame

from table_app.vocabulary.cards import card
from table_app.vocabulary.commands import Hit, SetWagers, Stand, Surrender, WagerStake
from table_app.vocabulary.facts import BetsLocked, CardDealt
from tests.station import samples
from tests.station.station import Station

SPOT = "spot:blackjack"


def test_one_tap_is_one_chip() -> None:
    station = Station(samples.view())
    station.tap(SPOT)
    assert station.asked == [SetWagers(samples.SEAT, 1, (WagerStake("blackjack", 500),))]


def test_a_tap_that_comes_as_finger_and_as_mouse_is_one_chip() -> None:
    station = Station(samples.view())
    at = station.node(SPOT).centre
    station.finger(pygame.FINGERDOWN, at)
    station.mouse(pygame.MOUSEBUTTONDOWN, at)
    station.app.step()
    station.wait(50)
    station.finger(pygame.FINGERUP, at)
    station.mouse(pygame.MOUSEBUTTONUP, at)
    station.app.step()
    station.wait(400)
    assert len(station.asked) == 1


def test_a_tap_whose_mouse_events_come_first_is_one_chip() -> None:
    station = Station(samples.view())
    at = station.node(SPOT).centre
    station.mouse(pygame.MOUSEBUTTONDOWN, at)
    station.finger(pygame.FINGERDOWN, at)
    station.app.step()
    station.wait(50)
    station.mouse(pygame.MOUSEBUTTONUP, at)
    station.finger(pygame.FINGERUP, at)
    station.app.step()
    station.wait(400)
    assert len(station.asked) == 1


def test_a_mouse_event_late_after_its_finger_is_ignored() -> None:
    station = Station(samples.view())
    station.tap(SPOT)
    at = station.node(SPOT).centre
    station.mouse(pygame.MOUSEBUTTONDOWN, at)
    station.mouse(pygame.MOUSEBUTTONUP, at)
    station.app.step()
    assert len(station.asked) == 1


def test_a_mouse_event_that_says_it_is_a_touch_is_ignored() -> None:
    station = Station(samples.view())
    at = station.node(SPOT).centre
    station.mouse(pygame.MOUSEBUTTONDOWN, at, touch=True)
    station.mouse(pygame.MOUSEBUTTONUP, at, touch=True)
    station.app.step()
    assert station.asked == []


def test_a_mouse_alone_works() -> None:
    station = Station(samples.view())
    station.click(SPOT)
    assert len(station.asked) == 1


def test_only_the_first_finger_counts() -> None:
    station = Station(samples.deciding())
    station.finger(pygame.FINGERDOWN, station.node("hit").centre, finger=1)
    station.finger(pygame.FINGERDOWN, station.node("stand").centre, finger=2)
    station.finger(pygame.FINGERUP, station.node("stand").centre, finger=2)
    station.app.step()
    station.finger(pygame.FINGERUP, station.node("hit").centre, finger=1)
    station.app.step()
    assert station.asked == [Hit(samples.SEAT, 0)]


def test_a_finger_whose_lifting_was_never_seen_does_not_block_the_station() -> None:
    station = Station(samples.deciding())
    station.finger(pygame.FINGERDOWN, (5, 5), finger=1)
    station.app.step()
    station.wait(5_100)
    station.finger(pygame.FINGERDOWN, station.node("stand").centre, finger=2)
    station.finger(pygame.FINGERUP, station.node("stand").centre, finger=2)
    station.app.step()
    assert station.asked == [Stand(samples.SEAT, 0)]


def test_a_press_shows_at_once_and_acts_on_release() -> None:
    station = Station(samples.deciding())
    before = station.pixels()
    station.press("hit")
    assert station.pixels() != before
    assert station.asked == []
    station.release("hit")
    assert station.asked == [Hit(samples.SEAT, 0)]


def test_sliding_off_cancels_even_when_the_finger_comes_back() -> None:
    station = Station(samples.deciding())
    station.press("hit")
    station.finger(pygame.FINGERMOTION, station.node("stand").centre)
    station.finger(pygame.FINGERMOTION, station.node("hit").centre)
    station.release("hit")
    assert station.asked == []


def test_lifting_outside_the_target_cancels() -> None:
    station = Station(samples.deciding())
    station.press("hit")
    station.release("stand")
    assert station.asked == []


def test_holding_never_repeats() -> None:
    station = Station(samples.view())
    station.tap(SPOT, hold_ms=3_000)
    assert len(station.asked) == 1


def test_a_bouncing_contact_is_one_press() -> None:
    station = Station(samples.view())
    at = station.node(SPOT).centre
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERDOWN, pygame.FINGERUP):
        station.finger(kind, at)
        station.app.step()
        station.wait(20)
    assert len(station.asked) == 1


def test_two_taps_a_moment_apart_are_two_chips() -> None:
    station = Station(samples.view())
    station.tap(SPOT)
    station.tap(SPOT)
    assert [command.wagers[0].stake_cents for command in station.asked] == [500, 1000]  # type: ignore[union-attr]


def test_a_phase_that_changes_under_the_finger_disarms_it() -> None:
    station = Station(samples.deciding())
    station.press("hit")
    station.update(samples.insuring())
    station.wait(300)
    station.finger(pygame.FINGERUP, (540, 450))
    station.app.step()
    assert station.asked == []


def test_touches_are_dead_for_a_quarter_of_a_second_after_a_phase_change() -> None:
    station = Station(samples.insuring())
    station.update(samples.deciding())
    station.wait(150)
    station.tap("hit", hold_ms=20)
    assert station.asked == []
    station.wait(100)
    station.tap("hit", hold_ms=20)
    assert station.asked == [Hit(samples.SEAT, 0)]


def test_a_decision_can_be_pressed_as_soon_as_the_cards_lie() -> None:
    station = Station(samples.deciding())
    view = samples.deciding(hands=(samples.hand("8S 5D 2H", 15, is_active=True),))
    station.update(view, CardDealt(samples.SEAT, 0, card("2H")))
    station.wait(240)
    station.tap("stand", hold_ms=20)
    assert station.asked == [Stand(samples.SEAT, 0)]


def test_a_tap_on_moving_cards_lets_them_arrive_and_does_nothing_else() -> None:
    station = Station(samples.with_chips())
    facts = (
        BetsLocked(12),
        CardDealt(samples.SEAT, 0, card("8S")),
        CardDealt(samples.SEAT, 0, card("5D")),
    )
    station.update(samples.deciding(), *facts)
    station.wait(300)
    at = station.node("hit").centre
    station.finger(pygame.FINGERDOWN, at)
    station.finger(pygame.FINGERUP, at)
    station.app.step()
    assert station.pixels() == station.fresh_pixels()
    assert station.node("hit").enabled
    station.tap("hit", hold_ms=20)
    assert station.asked == []


def test_a_second_tap_on_deal_does_not_skip_the_cards() -> None:
    station = Station(samples.with_chips())
    at = station.node("deal").centre
    station.update(samples.deciding(), BetsLocked(12), CardDealt(samples.SEAT, 0, card("8S")))
    station.wait(50)
    station.finger(pygame.FINGERDOWN, at)
    station.finger(pygame.FINGERUP, at)
    station.app.step()
    assert not station.node("hit").enabled


def test_surrender_must_be_held() -> None:
    station = Station(samples.deciding())
    station.tap("surrender", hold_ms=400)
    assert station.asked == []
    station.tap("surrender", hold_ms=700)
    assert station.asked == [Surrender(samples.SEAT, 0)]


def test_clear_must_be_held_and_does_not_repeat() -> None:
    station = Station(samples.with_chips(3))
    station.tap("clear", hold_ms=300)
    assert station.asked == []
    station.tap("clear", hold_ms=2_500)
    assert station.asked == [SetWagers(samples.SEAT, 4, ())]


def test_losing_the_window_drops_the_press() -> None:
    station = Station(samples.deciding())
    station.press("hit")
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    station.app.step()
    station.release("hit")
    assert station.asked == []

"""The picture is the view: right when everything has stopped, readable, and safe to touch."""

from collections.abc import Iterator

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_app.station import theme
from table_app.station.layout import SMALLEST_TARGET
from table_app.vocabulary.cards import DECK, Card, card
from table_app.vocabulary.commands import Speed
from table_app.vocabulary.facts import (
    BetsLocked,
    CardDealt,
    DealerDrew,
    HandHit,
    HandSettled,
    HandSplit,
    HoleCardDealt,
    HoleCardTurned,
    ShownFact,
    UpcardDealt,
    WagerSettled,
)
from table_app.vocabulary.views import DealerView, SeatView
from tests.station import all_wagers, samples
from tests.station.station import Station, overlaps, unreadable

FULL = (1920, 1080)
DEAL_PLACE = pygame.Rect(1652, 820, 252, 168)
SEAT = samples.SEAT


def whole_round() -> list[tuple[SeatView, tuple[ShownFact, ...]]]:
    """A round as a station is told it: deal, split, hit, and the dealer's end."""
    eights = (samples.hand("8S 8D", 16, is_active=True),)
    split = (
        samples.hand("8S 3C", 11, is_active=True),
        samples.hand("8D", 8),
    )
    hit = (samples.hand("8S 3C TH", 21), samples.hand("8D KC", 18, is_active=True))
    over = (
        samples.hand("8S 3C TH", 21, result="win", paid_cents=2000),
        samples.hand("8D KC", 18, result="lose"),
    )
    dealt = (
        BetsLocked(12),
        CardDealt(1, 0, card("2C")),
        CardDealt(SEAT, 0, card("8S")),
        UpcardDealt(card("KS")),
        CardDealt(SEAT, 0, card("8D")),
        HoleCardDealt(5),
    )
    ending = (
        HoleCardTurned(card("3D")),
        WagerSettled(SEAT, "lucky_aces", "lose", 500, 0, "table"),
        DealerDrew(card("6C")),
        HandSettled(SEAT, 0, "win", 1000, 2000),
        HandSettled(SEAT, 1, "lose", 1000, 0),
    )
    return [
        (samples.with_chips(), ()),
        (samples.deciding(hands=eights), dealt),
        (
            samples.deciding(hands=split, total_bet_cents=2500),
            (HandSplit(SEAT, 0, 1000), CardDealt(SEAT, 0, card("3C"))),
        ),
        (
            samples.deciding(hands=hit),
            (
                HandHit(SEAT, 0),
                CardDealt(SEAT, 0, card("TH")),
                CardDealt(SEAT, 1, card("KC")),
            ),
        ),
        (samples.closed_round(hands=over, dealer=samples.dealer("KS 3D 6C", 19)), ending),
    ]


TABLES = ((samples.INFO, samples.EVERY_PHASE), (all_wagers.INFO, all_wagers.EVERY_SCREEN))


def shown_phases(size: tuple[int, int]) -> Iterator[tuple[str, SeatView, Station]]:
    """A station with one side wager and one with all, each taken through every phase."""
    for info, views in TABLES:
        station = Station(next(iter(views.values())), info=info, size=size, speed="instant")
        for name, view in views.items():
            station.update(view)
            yield name, view, station


def test_targets_are_large_and_apart() -> None:
    for name, _, station in shown_phases(FULL):
        targets = list(station.buttons())
        assert overlaps(targets) == [], name
        assert all(min(node.rect[2:]) >= SMALLEST_TARGET for node in targets), name


@pytest.mark.parametrize("size", [FULL, (1280, 720), (1024, 768)])
def test_every_text_fits_and_nothing_is_cut_or_covered(size: tuple[int, int]) -> None:
    for name, _, station in shown_phases(size):
        assert unreadable(station, size) == [], name


def test_deals_place_is_empty_unless_bets_are_open() -> None:
    for name, view, station in shown_phases(FULL):
        there = {node.id for node in station.buttons() if DEAL_PLACE.colliderect(node.rect)}
        assert there == ({"deal"} if view.betting else set()), name


def test_no_decision_can_be_pressed_while_cards_move_and_deal_is_gone_at_once() -> None:
    station = Station(samples.with_chips())
    (_, _), (view, facts), *_ = whole_round()
    station.update(view, *facts)
    assert not station.has("deal")
    assert station.enabled() == set()
    station.settle()
    assert station.node("hit").enabled


def test_enabled_buttons_are_those_that_the_view_allows() -> None:
    station = Station(samples.four_hands())
    assert station.enabled() == {"hit", "stand", "pays"}


def test_after_each_animation_the_picture_is_the_view_drawn_afresh() -> None:
    steps = whole_round()
    station = Station(steps[0][0])
    for view, facts in steps[1:]:
        station.update(view, *facts)
        assert not station.app.is_settled
        station.wait(4_000)
        assert station.pixels() == station.fresh_pixels()
        restarted = Station(view)
        restarted.now_ms = station.now_ms
        assert without_timer(restarted) == without_timer(station)
        station.app.step()


def without_timer(station: Station) -> list[tuple[str, str, bool]]:
    return [
        (node.id, node.text, node.enabled)
        for node in station.app.scene()
        if node.id != "label:seconds"
    ]


def test_a_station_that_was_killed_comes_back_with_the_same_picture() -> None:
    for view in samples.EVERY_PHASE.values():
        first = Station(view)
        shown = first.pixels()
        first.app.close()
        assert Station(view).pixels() == shown


def test_updates_that_pile_up_end_in_the_last_view() -> None:
    steps = whole_round()
    station = Station(steps[0][0])
    for view, facts in steps[1:]:
        station.update(view, *facts)
        station.wait(30)
    station.settle()
    assert station.app.is_settled
    assert station.pixels() == Station(steps[-1][0]).pixels()


def test_the_picture_does_not_depend_on_the_speed() -> None:
    pictures = set()
    speeds: tuple[Speed, ...] = ("normal", "fast", "instant")
    for speed in speeds:
        station = Station(samples.with_chips(), speed=speed)
        for view, facts in whole_round()[1:]:
            station.update(view, *facts)
            station.settle()
        pictures.add(station.pixels())
    assert len(pictures) == 1


def test_a_new_connection_shows_its_first_view_without_animation() -> None:
    view, facts = whole_round()[1]
    station = Station()
    station.connect(samples.view())
    station.connect(view)
    assert station.app.is_settled
    assert facts
    assert station.pixels() == station.fresh_pixels()


def random_cards(least: int, most: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(DECK), min_size=least, max_size=most).map(tuple)


@st.composite
def random_steps(draw: st.DrawFn) -> list[tuple[SeatView, tuple[ShownFact, ...]]]:
    """Views and facts that need not even agree: the picture must still end right."""
    steps = []
    for _ in range(draw(st.integers(1, 4))):
        hands = tuple(
            samples.hand(" ".join(cards), 17, is_active=index == 0)
            for index, cards in enumerate(
                draw(st.lists(random_cards(1, 7), min_size=1, max_size=5))
            )
        )
        faces = draw(random_cards(1, 9))
        facts = draw(
            st.lists(
                st.one_of(
                    st.builds(
                        CardDealt,
                        st.sampled_from((1, SEAT)),
                        st.integers(0, 4),
                        st.sampled_from(DECK),
                    ),
                    st.builds(DealerDrew, st.sampled_from(DECK)),
                    st.builds(HandSplit, st.just(SEAT), st.integers(0, 4), st.just(500)),
                    st.builds(HoleCardTurned, st.sampled_from(DECK)),
                    st.just(HandSettled(SEAT, 0, "win", 1000, 2000)),
                    st.just(BetsLocked(12)),
                ),
                max_size=6,
            )
        )
        view = draw(
            st.sampled_from(
                (
                    samples.deciding(hands=hands, dealer=samples.dealer(" ".join(faces), 17)),
                    samples.closed_round(hands=hands),
                    samples.with_chips(),
                )
            )
        )
        steps.append((view, tuple(facts)))
    return steps


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(random_steps(), st.integers(0, 400))
def test_whatever_comes_the_picture_ends_as_a_fresh_drawing(
    steps: list[tuple[SeatView, tuple[ShownFact, ...]]], pause_ms: int
) -> None:
    station = Station(samples.view(), size=(640, 360))
    for view, facts in steps:
        station.update(view, *facts)
        station.wait(pause_ms)
        assert station.pixels() == station.fresh_pixels()
    station.settle()
    assert station.pixels() == station.fresh_pixels()
    assert station.app.view == steps[-1][0]


def test_a_card_face_down_has_no_face_in_the_view() -> None:
    """Law 7: what is not in the view cannot be drawn; a face-down card is None there."""
    hidden = samples.deciding()
    assert hidden.dealer.cards[1] is None
    station = Station(hidden)
    assert station.pixels() == Station(samples.deciding()).pixels()


def test_the_dealers_first_cards_lie_where_they_lie_however_many_follow() -> None:
    few = samples.closed_round(dealer=samples.dealer("KS 6D", 16))
    many = samples.closed_round(dealer=DealerView(cards("KS 6D 2C 3H"), 21, False, False))
    shown = {first_card(view) for view in (few, many)}
    assert len(shown) == 1


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in text.split())


def first_card(view: SeatView) -> bytes:
    station = Station(view, size=FULL)
    place = pygame.Rect(814, 160, 140, 196)
    surface = station.app.fresh_surface().subsurface(place)
    return pygame.image.tobytes(surface, "RGB")


def result_texts(view: SeatView) -> Iterator[str]:
    station = Station(view)
    return (
        node.text for node in station.app.scene() if "result" in node.id or "outcome" in node.id
    )


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("won", {"WIN", "$20.00", "LOSE"}),
        ("lost", {"BUST", "LOSE"}),
        ("pushed", {"PUSH", "$10.00", "PUSH $10.00", "$30.00"}),
        ("insurance_won", {"LOSE", "$15.00"}),
        ("blackjack", {"BLACKJACK", "$25.00", "$10.00"}),
    ],
)
def test_each_wager_tells_its_own_result(name: str, wanted: set[str]) -> None:
    assert set(result_texts(samples.EVERY_PHASE[name])) == wanted


def test_the_whole_commitment_and_the_demo_mark_are_shown() -> None:
    station = Station(samples.view())
    shown = "".join(
        node.text.replace(" ", "") for node in station.app.scene() if "commitment" in node.id
    )
    assert shown == samples.COMMITMENT
    assert station.node("label:demo").text == "DEMO - NO REAL MONEY"


def test_results_stay_until_the_first_chip_of_the_next_round() -> None:
    station = Station(samples.closed_round())
    assert station.has("label:outcome:blackjack")
    station.tap("spot:blackjack")
    assert not station.has("label:outcome:blackjack")
    assert station.node("label:amount:blackjack").text == "$5"


@pytest.mark.parametrize(("name", "text", "ground"), theme.TEXT_PAIRS)
def test_text_stands_out_from_its_ground(
    name: str, text: theme.Colour, ground: theme.Colour
) -> None:
    assert theme.contrast(text, ground) >= 4.5, name


def test_an_idle_station_draws_nothing() -> None:
    station = Station(samples.deciding(timer=None))
    station.wait(3_000)
    nodes = station.app.scene()
    station.wait(2_000)
    assert station.app.scene() is nodes

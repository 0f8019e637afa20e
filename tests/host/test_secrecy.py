"""Law 7: nothing that leaves the host depends on a card or a trigger that nobody may see yet.

Two tables play the same script with shoes of one name and one commitment that agree in the cards
seen so far and in nothing else. Until the next card is shown every byte to every seat is the same.
Their must-hit-by triggers differ too. A trigger's commitment is made of the trigger, so it is the one
thing that must differ: it is taken out of both before they are compared.
"""

import re
import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from table_app.game.hand import is_ace, is_ten_value, value
from table_app.game.round.state import RoundState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Card, card
from tests.host.stand import Stand
from tests.properties.tables import (
    ALL_STAKES,
    ALL_WAGERS,
    TIMING,
    beginning_with,
    card_orders,
    shoe_of,
    table,
)

SEATS = 4
CREDIT_CENTS = 20_000
SIDE_STAKES = {wager: stake for wager, stake in ALL_STAKES.items() if wager != "blackjack"}
SIDE_CENTS = sum(SIDE_STAKES.values())
COMMITMENT = "c0" * 32
MUST_HIT_BY = ("dynamic_21_3.must_hit_by", "super_4.mystery")

Fractions = dict[tuple[str, int], int]
"""Where the uniforms of (meter, round) lie, in millionths of their range."""

_TRIGGER_COMMITMENT = re.compile(rb'"commitment":"[0-9a-f]{64}"')

Step = c.PlayerCommand | int
"""A command of the seat that it names, or milliseconds that pass."""


class Seen(Struct, frozen=True):
    """What had been told after so many steps, and the places of the shoe still unseen then."""

    wire_lengths: tuple[int, ...]
    unseen: tuple[int, ...]
    deadline_ms: int | None
    hole_place: int | None
    was_checked: bool


class Table:
    """One of the two tables, with every seat connected, played or not."""

    def __init__(
        self,
        folder: Path,
        cards: tuple[Card, ...],
        layouts: dict[int, int],
        fractions: Fractions,
    ) -> None:
        self.stand = Stand(
            folder,
            table(seats=SEATS, offered=ALL_WAGERS),
            shoe_of(cards, commitment=COMMITMENT),
            credits_cents=(CREDIT_CENTS,) * SEATS,
            fractions=fractions,
        )
        self.stations = [self.stand.connect(seat) for seat in range(1, SEATS + 1)]
        for seat, stake in layouts.items():
            self.stand.bet(self.stations[seat - 1], blackjack=stake, **SIDE_STAKES)

    def take(self, step: Step) -> None:
        if isinstance(step, int):
            self.stand.wait(step)
        else:
            self.stand.ask(self.stations[step.seat - 1], step)

    @property
    def round(self) -> RoundState:
        assert self.stand.host.state.round is not None
        return self.stand.host.state.round

    @property
    def wires(self) -> tuple[tuple[bytes, ...], ...]:
        """What went to each seat, but for the commitments of triggers."""
        return tuple(
            tuple(_TRIGGER_COMMITMENT.sub(b"", encoded) for encoded in station.wire)
            for station in self.stations
        )

    def seen(self) -> Seen:
        current = self.round
        hidden_hole = None if current.is_hole_shown else current.hole_place
        undealt = tuple(range(current.position, len(current.shoe.cards)))
        return Seen(
            wire_lengths=tuple(map(len, self.wires)),
            unseen=undealt if hidden_hole is None else (hidden_hole, *undealt),
            deadline_ms=self.stand.host.next_deadline_ms(),
            hole_place=hidden_hole,
            was_checked=any(isinstance(fact, f.HoleCardChecked) for fact in self.stations[0].facts),
        )


def _next_step(current: RoundState, plan: int) -> Step:
    """Mostly an answer of the seat that is asked; now and then a wrong one, or silence."""
    if plan == 0:
        return max(TIMING.decision_ms, TIMING.insurance_ms)
    if current.turn is not None:
        seat, hand = current.turn.seat, current.turn.hand
        kinds: tuple[type[c.HandCommand], ...]
        kinds = (c.Split, c.Stand, c.Hit, c.Double, c.Surrender, c.Stand, c.Hit)
        return kinds[plan](seat, hand)
    asked = [box.seat for box in current.boxes if box.insurance == "asked"]
    if plan == 1 or not asked:
        return c.Hit(1 + plan % SEATS, 0)
    seat = asked[plan % len(asked)]
    answers = (c.TakeEvenMoney(seat), c.TakeInsurance(seat, 250), c.DeclineInsurance(seat))
    return answers[plan % 3]


def _other_cards(cards: tuple[Card, ...], seen: Seen, seed: int) -> tuple[Card, ...]:
    """The same cards with the unseen ones in another order, true to what the reader has said."""
    unseen = [cards[place] for place in seen.unseen]
    Random(seed).shuffle(unseen)
    if seen.hole_place is not None:
        other_hole = _other_hole(cards, seen, seed)
        at = next(at for at, one in enumerate(unseen) if one[0] == other_hole)
        unseen[0], unseen[at] = unseen[at], unseen[0]
    other = list(cards)
    for place, one in zip(seen.unseen, unseen, strict=True):
        other[place] = one
    return tuple(other)


def _other_hole(cards: tuple[Card, ...], seen: Seen, seed: int) -> str:
    """A rank that is not the hole card's; ace and ten, which decide the most, more often."""
    assert seen.hole_place is not None
    upcard = value(cards[seen.hole_place // 2])
    makes_blackjack = {1: "TJQK", 10: "A"}.get(upcard, "") if seen.was_checked else ""
    shut_out = makes_blackjack + cards[seen.hole_place][0]
    ranks = [rank for rank in ("A", "T", "A", "T", "5", "6") if rank not in shut_out]
    return ranks[seed % len(ranks)]


@st.composite
def _deals(draw: st.DrawFn) -> tuple[dict[int, int], tuple[Card, ...]]:
    """Blackjack wagers by seat, some of them all that the seat has, and a shoe."""
    seats = draw(st.sets(st.integers(1, SEATS), min_size=1))
    all_in = CREDIT_CENTS - SIDE_CENTS
    layouts = {seat: draw(st.sampled_from([1000, all_in])) for seat in sorted(seats)}
    return layouts, draw(card_orders(8, boxes=len(seats)))


@st.composite
def _secret_numbers(draw: st.DrawFn) -> tuple[Fractions, Fractions]:
    """Uniforms for two tables: each meter is hit by the first wager at both, or at neither.

    What lies ahead of it - the trigger it has, or the next one - is another at each table.
    """
    mine, theirs = {}, {}
    for meter in MUST_HIT_BY:
        is_hit = draw(st.booleans())
        first, other = draw(st.permutations(range(100_000, 1_000_000, 10_000)))[:2]
        mine[meter, 0], theirs[meter, 0] = (0, 0) if is_hit else (first, other)
        mine[meter, 1], theirs[meter, 1] = other, first
    return mine, theirs


_ANY_DEAL = given(
    _deals(),
    _secret_numbers(),
    st.lists(st.integers(0, 6), min_size=1, max_size=12),
    st.integers(0, 12),
    st.integers(0, 2**32 - 1),
)


@settings(deadline=None, max_examples=50)
@_ANY_DEAL
def test_every_byte_to_every_seat_is_the_same_until_a_card_is_shown(
    deal: tuple[dict[int, int], tuple[Card, ...]],
    numbers: tuple[Fractions, Fractions],
    plans: list[int],
    stop_after: int,
    seed: int,
) -> None:
    _compare_two_tables(deal, numbers, plans, stop_after, seed)


@pytest.mark.proof
@settings(deadline=None, max_examples=1000)
@_ANY_DEAL
def test_every_byte_is_the_same_over_a_thousand_deals(
    deal: tuple[dict[int, int], tuple[Card, ...]],
    numbers: tuple[Fractions, Fractions],
    plans: list[int],
    stop_after: int,
    seed: int,
) -> None:
    _compare_two_tables(deal, numbers, plans, stop_after, seed)


def _compare_two_tables(
    deal: tuple[dict[int, int], tuple[Card, ...]],
    numbers: tuple[Fractions, Fractions],
    plans: list[int],
    stop_after: int,
    seed: int,
) -> None:
    layouts, cards = deal
    ready = [c.SetReady(seat, 2**20 + 1) for seat in layouts]
    with tempfile.TemporaryDirectory() as folder:
        first = Table(Path(folder), cards, layouts, numbers[0])
        script: list[Step] = []
        seen: list[Seen] = []
        for command in ready:
            script.append(command)
            first.take(command)
        seen.append(first.seen())
        for plan in plans:
            if first.round.stage != "closed":
                script.append(_next_step(first.round, plan))
                first.take(script[-1])
                seen.append(first.seen())
        first.stand.close()
    hiding = [each for each in seen if each.hole_place is not None] or seen
    compared = hiding[stop_after % len(hiding)]
    steps = len(ready) + seen.index(compared)

    with tempfile.TemporaryDirectory() as folder:
        other_cards = _other_cards(cards, compared, seed)
        second = Table(Path(folder), other_cards, layouts, numbers[1])
        for step in script[:steps]:
            second.take(step)
        second.stand.close()

    event(f"stage {second.round.stage}, hole card hidden {compared.hole_place is not None}")
    for mine, theirs, length in zip(first.wires, second.wires, compared.wire_lengths, strict=True):
        assert theirs == mine[:length]
    assert second.stand.host.next_deadline_ms() == compared.deadline_ms


def _queens_against(dealer: str) -> Table:
    """Seats 1 and 2 have the queens of hearts, 3 and 4 nothing; every wager is on at each."""
    upcard, hole = map(card, dealer.split())
    first, second = ("QH", "QH", "5S", "5C"), ("QH", "QH", "9D", "8C")
    wanted = (*map(card, first), upcard, *map(card, second), hole)
    cards = beginning_with(wanted, decks=8, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        dealt = Table(Path(folder), cards, dict.fromkeys(range(1, SEATS + 1), 1000), {})
        for station in dealt.stations:
            dealt.stand.ready(station)
        dealt.stand.close()
    return dealt


@pytest.mark.parametrize("upcard", ["AS", "AH", "TD", "JC", "QH", "KH", "2S", "5H", "7C", "9D"])
def test_queens_and_super_4_tell_nothing_of_the_hole_card_before_it_is_checked(upcard: str) -> None:
    up = card(upcard)
    holes = ["5D", "9H", "AD" if not is_ace(up) else "8S"]
    if is_ace(up):
        holes += ["KH", "KS", "TD"]
    if is_ten_value(up):
        holes.remove("AD")

    tables = [_queens_against(f"{upcard} {hole}") for hole in holes]

    assert len({dealt.wires for dealt in tables}) == 1
    facts = tables[0].stations[0].facts
    settled = {(fact.seat, fact.wager) for fact in facts if isinstance(fact, f.WagerSettled)}
    at_once = {(seat, "dynamic_21_3") for seat in range(1, SEATS + 1)}
    at_once |= {(seat, "lucky_ladies") for seat in (3, 4)}
    later = {(seat, "lucky_ladies") for seat in (1, 2)}
    later |= {(seat, "super_4") for seat in range(1, SEATS + 1)}
    assert settled == (at_once if is_ace(up) else at_once | later)
    is_checked = any(isinstance(fact, f.HoleCardChecked) for fact in facts)
    assert is_checked is is_ten_value(up)


@pytest.mark.parametrize("upcard", ["TD", "JC", "QH", "KH"])
def test_a_blackjack_under_a_ten_shows_with_the_check_and_not_before(upcard: str) -> None:
    without, blackjack = _queens_against(f"{upcard} 5D"), _queens_against(f"{upcard} AD")

    for mine, theirs in zip(without.stations, blackjack.stations, strict=True):
        before_check = [
            station.facts[
                : next(
                    at
                    for at, fact in enumerate(station.facts)
                    if isinstance(fact, f.HoleCardChecked)
                )
            ]
            for station in (mine, theirs)
        ]
        assert before_check[0] == before_check[1]
        queens = [
            fact
            for fact in before_check[0]
            if isinstance(fact, f.WagerSettled) and fact.wager in {"lucky_ladies", "super_4"}
        ]
        assert {(fact.wager, fact.seat) for fact in queens} == {
            ("lucky_ladies", 3),
            ("lucky_ladies", 4),
        }

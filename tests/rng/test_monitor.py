"""The watch over dealt cards: its bet is fair, a fair shoe never trips it, a leaning one soon does."""

import copy
from collections.abc import Callable, Sequence
from itertools import permutations, product
from math import exp, fsum
from random import Random
from time import process_time

import pytest

from table_app.rng.monitor import ALARM, ROUNDS_PER_BEGINNING, Drift, DriftMonitor
from table_app.rng.sampling import shuffled
from table_app.vocabulary.cards import DECK, RANKS, Card, rank

CARDS_OF_A_ROUND = 16
Draw = Callable[[int], int]


def rounds_until_alarm(draw: Draw, *, decks: int, rounds_max: int) -> Drift | None:
    monitor = DriftMonitor(decks)
    drifts = (
        monitor.take(shuffled(DECK * decks, draw)[:CARDS_OF_A_ROUND]) for _ in range(rounds_max)
    )
    return next((drift for drift in drifts if drift is not None), None)


def played(shoe: tuple[Card, ...]) -> tuple[Card, ...]:
    """As many cards as a play takes that looks at them: until two aces or eight others came."""
    aces = others = 0
    for count, card in enumerate(shoe, start=1):
        aces += rank(card) == "A"
        others += rank(card) != "A"
        if aces == 2 or others == 8:
            return shoe[:count]
    raise AssertionError


def after_200_rounds(seed: int) -> DriftMonitor:
    monitor, chance = DriftMonitor(1), Random(seed)
    for _ in range(200):
        monitor.take(chance.sample(DECK, 6))
    return monitor


def factor_of(monitor: DriftMonitor, watch: int, dealt: Sequence[Card]) -> float:
    """What one more round of these cards would multiply the watch's stake by."""
    after = copy.copy(monitor._watches[watch])
    after._seen = list(after._seen)
    after.take(dealt)
    return exp(after.stake - monitor._watches[watch].stake)


@pytest.mark.parametrize("watch", range(3))
def test_the_bet_of_every_watch_is_fair_even_if_play_looks_at_the_cards(watch: int) -> None:
    monitor = after_200_rounds(61)
    # Play takes a second card unless the first is an ace.
    rounds = (
        (first, second)[: 1 + (rank(first) != "A")] for first, second in permutations(DECK, 2)
    )
    factors = [factor_of(monitor, watch, dealt) for dealt in rounds]
    assert abs(fsum(factors) / (52 * 51) - 1) < 1e-12
    assert max(factors) > 1 > min(factors)


@pytest.mark.parametrize("watch", [0, 3, 4, 5])
def test_the_bet_of_a_watch_over_ranks_is_fair_on_the_first_four_cards(watch: int) -> None:
    """Averaged over every order of a deck's four first ranks, each with its chance."""
    monitor = after_200_rounds(62)
    by_rank = [Card(each + "S") for each in RANKS]
    terms = []
    for four in product(range(13), repeat=4):
        left, share = [4] * 13, 1.0
        for dealt, place in enumerate(four):
            share *= left[place] / (52 - dealt)
            left[place] -= 1
        terms.append(share * factor_of(monitor, watch, [by_rank[place] for place in four]))
    assert abs(fsum(terms) - 1) < 1e-9


def test_an_ace_put_in_the_second_place_is_caught_within_300_rounds() -> None:
    chance = Random(69)
    monitor = DriftMonitor(8)
    drifts = []
    for _ in range(300):
        cards = chance.sample(DECK * 8, CARDS_OF_A_ROUND)
        aces = [place for place, card in enumerate(cards) if rank(card) == "A"]
        for place in aces[:1]:
            cards[1], cards[place] = cards[place], cards[1]
        drifts.append(monitor.take(cards))
    found = next(filter(None, drifts))
    assert found.watched == "second cards"


def test_the_alarm_has_a_chance_of_one_in_2_to_the_40() -> None:
    assert abs(exp(ALARM) - 2**40) < 1


def test_a_year_without_a_pause_stays_below_one_false_alarm_in_a_million() -> None:
    rounds_of_three_seconds = 366 * 24 * 3600 // 3
    beginnings = rounds_of_three_seconds // ROUNDS_PER_BEGINNING + 1
    assert beginnings * 10**6 <= 2**40


@pytest.mark.parametrize(("decks", "rounds"), [(1, 4000), (8, 1500)])
def test_a_fair_shoe_passes_however_play_stops(decks: int, rounds: int) -> None:
    chance = Random(62)
    monitor = DriftMonitor(decks)
    shoes = (shuffled(DECK * decks, chance.randrange) for _ in range(rounds))
    assert all(monitor.take(played(shoe)) is None for shoe in shoes)


@pytest.mark.proof
def test_a_fair_shoe_passes_for_three_beginnings() -> None:
    chance = Random(63)
    monitor = DriftMonitor(8)
    shoe = DECK * 8
    for _ in range(3 * ROUNDS_PER_BEGINNING):
        assert monitor.take(played(tuple(chance.sample(shoe, 40)))) is None


def modulo(bits: int) -> Draw:
    chance = Random(bits)
    return lambda bound: chance.getrandbits(bits) % bound


def without_the_lowest_bit() -> Draw:
    chance = Random(64)
    return lambda bound: chance.randrange(bound) & ~1


def never_itself() -> Draw:
    """Off by one: a card never stays where it is."""
    chance = Random(65)
    return lambda bound: chance.randrange(bound - 1)


def always_the_same() -> Draw:
    return lambda bound: bound // 2


@pytest.mark.parametrize(
    ("draw", "decks", "within"),
    [
        (modulo(6), 1, 1500),
        (modulo(7), 1, 5000),
        (never_itself(), 1, 12_000),
        (without_the_lowest_bit(), 8, 100),
        (always_the_same(), 8, 100),
    ],
)
def test_a_biased_mapper_is_caught_within_so_many_rounds(
    draw: Draw, decks: int, within: int
) -> None:
    drift = rounds_until_alarm(draw, decks=decks, rounds_max=within)
    assert drift is not None
    assert drift.watched in {"cards", "first cards"}


def test_a_rank_that_leans_by_a_fifth_is_named_within_1500_rounds() -> None:
    chance = Random(66)
    monitor = DriftMonitor(8)
    twos = {Card("2" + suit): Card("A" + suit) for suit in "SHDC"}
    drifts = []
    for _ in range(1500):
        cards = chance.sample(DECK * 8, CARDS_OF_A_ROUND)
        drifts.append(
            monitor.take(
                [twos.get(card, card) if chance.random() < 0.2 else card for card in cards]
            )
        )
    assert Drift("ranks", drifts.index(next(filter(None, drifts))) + 1) in drifts


def test_a_lean_that_begins_after_many_fair_rounds_is_caught_after_the_next_beginning() -> None:
    chance = Random(67)
    monitor = DriftMonitor(1)
    for _ in range(ROUNDS_PER_BEGINNING):
        assert monitor.take(chance.sample(DECK, 4)) is None
    draw = modulo(6)
    shoes = (shuffled(DECK, draw)[:CARDS_OF_A_ROUND] for _ in range(1500))
    assert any(monitor.take(shoe) for shoe in shoes)


def test_a_round_costs_less_than_50_microseconds() -> None:
    chance = Random(68)
    monitor = DriftMonitor(8)
    rounds = [chance.sample(DECK * 8, 25) for _ in range(500)]
    fastest_s = 1.0
    for _ in range(5):
        begun = process_time()
        for cards in rounds:
            monitor.take(cards)
        fastest_s = min(fastest_s, process_time() - begun)
    assert fastest_s / len(rounds) < 50e-6

"""Shuffles with the mistakes that are made: whatever finds no fault in them finds none at all."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from table_app.vocabulary.cards import DECK
from tests.rng.shoe_statistics import Shoes

Draws = Callable[[int, int], NDArray[np.int64]]
"""For a bound and a place in the shuffle: one draw for each shoe."""

RAND_FACTOR, RAND_STEP, RAND_STATES = 1103515245, 12345, 2**31
"""The linear congruential generator that C's `rand` long was."""


def modulo(decks: int, count: int, *, bits: int) -> Shoes:
    """Fisher-Yates whose words are cut to size by their remainder."""
    chance = np.random.default_rng(71)
    return _fisher_yates(decks, count, lambda bound, _: chance.integers(0, 2**bits, count) % bound)


def modulo_of_9_bits(decks: int, count: int) -> Shoes:
    """Fewer than a shoe of eight decks needs without fault, enough for one that works."""
    return modulo(decks, count, bits=9)


def modulo_of_7_bits(decks: int, count: int) -> Shoes:
    """The same for one deck."""
    return modulo(decks, count, bits=7)


def swap_with_any(decks: int, count: int) -> Shoes:
    """Each place changes with any place, and not with those that are still left."""
    chance = np.random.default_rng(72)
    shoes = _factory(decks, count)
    places = shoes.shape[1]
    for place in range(places):
        _swap(shoes, place, chance.integers(0, places, count))
    return shoes


def never_itself(decks: int, count: int) -> Shoes:
    """Fisher-Yates off by one: a card never stays at its place."""
    chance = np.random.default_rng(73)
    return _fisher_yates(decks, count, lambda bound, _: chance.integers(0, bound - 1, count))


def linear_congruential(decks: int, count: int) -> Shoes:
    """Fisher-Yates over `rand() % n`, shoe after shoe."""
    draws = decks * len(DECK) - 1
    states = np.fromiter(_rand(count * draws), np.int64, count * draws).reshape(count, draws)
    return _fisher_yates(decks, count, lambda bound, step: states[:, step] % bound)


def sort_by_8_bits(decks: int, count: int) -> Shoes:
    """Each card gets a random byte; the sort leaves equal ones in the order in which they were."""
    chance = np.random.default_rng(74)
    shoes = _factory(decks, count)
    order = np.argsort(chance.integers(0, 256, shoes.shape), axis=1, kind="stable")
    return np.take_along_axis(shoes, order, axis=1)


def _rand(count: int) -> "map[int]":
    state = 20261130

    def following(_: int) -> int:
        nonlocal state
        state = (RAND_FACTOR * state + RAND_STEP) % RAND_STATES
        return state

    return map(following, range(count))


def _factory(decks: int, count: int) -> Shoes:
    return np.tile(np.arange(len(DECK), dtype=np.int16), (count, decks))


def _fisher_yates(decks: int, count: int, draw: Draws) -> Shoes:
    shoes = _factory(decks, count)
    for step, last in enumerate(range(shoes.shape[1] - 1, 0, -1)):
        _swap(shoes, last, draw(last + 1, step))
    return shoes


def _swap(shoes: Shoes, place: int, others: NDArray[np.int64]) -> None:
    rows = np.arange(len(shoes))
    kept = shoes[:, place].copy()
    shoes[:, place] = shoes[rows, others]
    shoes[rows, others] = kept

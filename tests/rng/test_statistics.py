"""Dealt shoes are as they must be, at 99% for all statistics together; known mistakes are not.

A failing run is repeated twice on fresh data and counts if one of those fails again.
"""

from collections.abc import Callable
from itertools import count

import numpy as np
import pytest
from scipy.stats import kstest
from typer.testing import CliRunner

from table_app.cli.rng import app
from table_app.rng import Generator, KernelSource
from table_app.vocabulary.cards import Card
from tests.rng.bad_shuffles import (
    linear_congruential,
    modulo_of_7_bits,
    modulo_of_9_bits,
    never_itself,
    sort_by_8_bits,
    swap_with_any,
)
from tests.rng.shoe_statistics import STATISTICS, Shoes, batch, fails, rejected

BadShuffle = Callable[[int, int], Shoes]


def dealt(decks: int, shoes: int) -> Callable[[], Shoes]:
    """Fresh batches of shoes as the table makes them."""
    generator = Generator(KernelSource(), b"statistics")
    rounds = count(1)
    return lambda: batch([generator.new_shoe(decks, next(rounds)).cards for _ in range(shoes)])


def printed(decks: int, shoes: int) -> Shoes:
    """Shoes as a laboratory gets them."""
    arguments = ["shuffles", "--decks", str(decks), "--count", str(shoes)]
    lines = CliRunner().invoke(app, arguments).stdout.splitlines()
    return batch([[Card(code) for code in line.split(" ")] for line in lines])


@pytest.mark.parametrize(("decks", "shoes"), [(1, 2000), (8, 400)])
def test_the_shoes_of_the_table_pass(decks: int, shoes: int) -> None:
    assert fails(dealt(decks, shoes)) == set()


def test_the_shoes_that_a_laboratory_gets_pass() -> None:
    assert fails(lambda: printed(2, 500)) == set()


@pytest.mark.parametrize(
    ("shuffle", "decks", "shoes", "caught_by"),
    [
        (modulo_of_7_bits, 1, 2000, {"place_by_card"}),
        (swap_with_any, 1, 2000, {"place_by_card"}),
        (never_itself, 1, 2000, {"place_by_card", "place_by_rank"}),
        (linear_congruential, 1, 2000, {"place_by_card", "place_by_rank", "runs_between_shoes"}),
        (linear_congruential, 8, 400, {"place_by_card", "matches_between_shoes"}),
        (sort_by_8_bits, 1, 2000, {"ascents"}),
        (sort_by_8_bits, 8, 400, {"ascents"}),
    ],
)
def test_a_shuffle_with_a_known_mistake_fails_the_same_statistics(
    shuffle: BadShuffle, decks: int, shoes: int, caught_by: set[str]
) -> None:
    assert caught_by <= rejected(shuffle(decks, shoes))


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda each: each.__name__)
def test_the_chances_of_fair_shoes_are_spread_evenly(statistic: Callable[[Shoes], float]) -> None:
    chance = np.random.default_rng(75)
    factory = np.tile(np.arange(52, dtype=np.int16), (600, 1))
    chances = [statistic(chance.permuted(factory, axis=1)) for _ in range(120)]
    assert kstest(chances, "uniform").pvalue > 0.001


@pytest.mark.proof
@pytest.mark.parametrize("decks", [1, 8])
def test_a_hundred_thousand_shoes_of_the_table_pass(decks: int) -> None:
    assert fails(dealt(decks, 100_000)) == set()


@pytest.mark.proof
@pytest.mark.parametrize(
    ("shuffle", "decks", "caught_by"),
    [
        (modulo_of_9_bits, 1, {"place_by_card"}),
        (modulo_of_9_bits, 8, {"place_by_card", "place_by_rank"}),
        (swap_with_any, 1, {"place_by_card", "place_by_rank", "ascents", "matches_between_shoes"}),
        (swap_with_any, 8, {"place_by_card"}),
        (never_itself, 8, {"place_by_card", "place_by_rank"}),
        (linear_congruential, 1, {"place_by_card", "place_by_rank", "coupons"}),
        (sort_by_8_bits, 8, {"ascents"}),
    ],
)
def test_a_hundred_thousand_shoes_with_a_known_mistake_fail(
    shuffle: BadShuffle, decks: int, caught_by: set[str]
) -> None:
    assert caught_by <= rejected(shuffle(decks, 100_000))

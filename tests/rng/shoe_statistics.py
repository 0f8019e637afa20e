"""Statistics of shuffled shoes: each gives the chance of so odd a figure if every order is as likely.

A batch of shoes is an array, one shoe a row, of places of cards in the factory order (0 to 51).
Distributions are derived here from drawing without replacement; none assumes independent cards.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2, norm

from table_app.vocabulary.cards import DECK, RANKS, Card

Shoes: TypeAlias = NDArray[np.int16]
Counts: TypeAlias = NDArray[np.int64]

LEVEL = 0.01
"""99%, for the whole family of statistics (25 CFR 547.14(b)(2))."""

EXPECTED_MIN = 10.0
"""Cells of a chi-square are joined until so many are expected in each."""

_PLACES = {card: place for place, card in enumerate(DECK)}
_SUIT = len(RANKS)


def batch(shoes: Sequence[Sequence[Card]]) -> Shoes:
    """Shoes as they leave the generator, or as `rng shuffles` prints them."""
    return np.array([[_PLACES[card] for card in shoe] for shoe in shoes], dtype=np.int16)


def place_by_rank(shoes: Shoes) -> float:
    """Every place of the shoe against every rank."""
    return _place_by(shoes % _SUIT, _SUIT)


def place_by_card(shoes: Shoes) -> float:
    """Every place of the shoe against every card."""
    return _place_by(shoes, len(DECK))


def _place_by(cells: Shoes, kinds: int) -> float:
    """(O - E)^2 / E over all places and kinds; (places - 1) * (kinds - 1) degrees of freedom.

    Indicators of one shuffle have the covariance N / (N - 1) * (d_pq - 1/N) * (d_cd f_c - f_c f_d),
    a product of two projections but for the factor, which the statistic takes back.
    """
    count, places = cells.shape
    observed = np.stack([(cells == kind).sum(axis=0) for kind in range(kinds)])
    expected = count / kinds
    figure = float(((observed - expected) ** 2).sum()) / expected * (places - 1) / places
    return float(chi2.sf(figure, (places - 1) * (kinds - 1)))


def neighbours(shoes: Shoes) -> float:
    """Pairs of ranks that lie together: one pair of each shoe, at places that move through it."""
    count, places = shoes.shape
    rows = np.arange(count)
    first = rows % (places - 1)
    ranks = shoes % _SUIT
    pairs = np.bincount(ranks[rows, first] * _SUIT + ranks[rows, first + 1], minlength=_SUIT**2)
    of_a_rank = places // _SUIT
    chances = [
        Fraction(of_a_rank * (of_a_rank - (one == other)), places * (places - 1))
        for one in range(_SUIT)
        for other in range(_SUIT)
    ]
    return _chi_square(pairs, chances)


def equal_neighbours(shoes: Shoes) -> float:
    """How often a rank follows itself; in the mean, one time less than a shoe has cards of a rank."""
    ranks = shoes % _SUIT
    equal = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
    return _mean(equal, shoes.shape[1] // _SUIT - 1)


def ascents(shoes: Shoes) -> float:
    """Runs up in the factory order: how often the next card stands after this one there."""
    places = shoes.shape[1]
    copies = places // len(DECK)
    rising = (shoes[:, 1:] > shoes[:, :-1]).sum(axis=1)
    return _mean(rising, (places - 1) * (1 - (copies - 1) / (places - 1)) / 2)


def matches_between_shoes(shoes: Shoes) -> float:
    """How often the next shoe has the same card at the same place."""
    equal = (shoes[1:] == shoes[:-1]).sum(axis=1)
    return _mean(equal, shoes.shape[1] / len(DECK))


def runs_between_shoes(shoes: Shoes) -> float:
    """Runs at a place from shoe to shoe: how often its card changes between black and red.

    Factory order is spades, hearts, diamonds, clubs.
    """
    is_red = (shoes >= _SUIT) & (shoes < 3 * _SUIT)
    changes = (is_red[1:] != is_red[:-1]).sum(axis=1)
    return _mean(changes, shoes.shape[1] / 2)


def correlation_between_shoes(shoes: Shoes) -> float:
    """The product of what lies at a place in two successive shoes, around its mean."""
    centred = 2 * shoes - (len(DECK) - 1)
    return _mean((centred[1:] * centred[:-1]).sum(axis=1), 0)


def gaps(shoes: Shoes) -> float:
    """Cards from one card of a rank to the next: one gap of each shoe, of ranks and gaps in turn.

    All gaps of a rank are distributed as the first is, for every order is as likely.
    """
    count, places = shoes.shape
    of_a_rank = places // _SUIT
    rows = np.arange(count)
    is_rank = (shoes % _SUIT) == (rows % _SUIT)[:, None]
    where = np.nonzero(is_rank)[1].reshape(count, of_a_rank)
    before = np.concatenate([np.full((count, 1), -1), where], axis=1)
    lengths = np.diff(before, axis=1)[rows, rows // _SUIT % of_a_rank]
    longest = places - of_a_rank + 1
    chances = [
        Fraction(comb(places - length, of_a_rank - 1), comb(places, of_a_rank))
        for length in range(1, longest + 1)
    ]
    return _chi_square(np.bincount(lengths - 1, minlength=longest), chances)


def coupons(shoes: Shoes) -> float:
    """Cards until every rank was seen."""
    places = shoes.shape[1]
    of_a_rank = places // _SUIT
    ranks = shoes % _SUIT
    firsts = np.stack([(ranks == rank).argmax(axis=1) for rank in range(_SUIT)])
    taken = firsts.max(axis=0) + 1
    seen = [_all_seen(places, of_a_rank, cards) for cards in range(places + 1)]
    chances = [after - before for before, after in pairwise(seen)]
    return _chi_square(np.bincount(taken - 1, minlength=places), chances)


def _all_seen(places: int, of_a_rank: int, cards: int) -> Fraction:
    """The chance that so many cards hold every rank: inclusion and exclusion of missing ranks."""
    return sum(
        (
            Fraction(
                (-1) ** missing * comb(_SUIT, missing) * comb(places - missing * of_a_rank, cards)
            )
            for missing in range(_SUIT + 1)
        ),
        Fraction(0),
    ) / comb(places, cards)


STATISTICS: tuple[Callable[[Shoes], float], ...] = (
    place_by_rank,
    place_by_card,
    neighbours,
    equal_neighbours,
    ascents,
    matches_between_shoes,
    runs_between_shoes,
    correlation_between_shoes,
    gaps,
    coupons,
)


def rejected(shoes: Shoes) -> set[str]:
    """The statistics that these shoes fail, by Holm's procedure: wrong once in a hundred families."""
    chances = sorted((statistic(shoes), statistic.__name__) for statistic in STATISTICS)
    failed: set[str] = set()
    for rank, (chance, name) in enumerate(chances):
        if chance > LEVEL / (len(chances) - rank):
            break
        failed.add(name)
    return failed


def fails(make: Callable[[], Shoes]) -> set[str]:
    """What fails in a batch and again in one of two fresh ones; nothing if the first passes."""
    first = rejected(make())
    if not first:
        return set()
    return rejected(make()) | rejected(make())


def _mean(figures: Counts, expected: float) -> float:
    """Two-sided, by the central limit theorem: the figures of shoes are independent."""
    error = float(figures.std(ddof=1)) / sqrt(len(figures))
    away = abs(float(figures.mean()) - expected)
    if error == 0:
        return float(away == 0)
    return 2 * float(norm.sf(away / error))


def _chi_square(observed: Counts, chances: Sequence[Fraction]) -> float:
    """Pearson's, with neighbouring cells joined until enough is expected in each."""
    total = int(observed.sum())
    joined: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for count, chance in zip(observed.tolist(), chances, strict=True):
        seen, expected = seen + count, expected + total * float(chance)
        if expected >= EXPECTED_MIN:
            joined.append((seen, expected))
            seen, expected = 0, 0.0
    last_seen, last_expected = joined.pop()
    joined.append((last_seen + seen, last_expected + expected))
    figure = sum((count - mean) ** 2 / mean for count, mean in joined)
    return float(chi2.sf(figure, len(joined) - 1))

"""21+3 Dynamic (633b.25) counted: ordered deals of three cards; and what its raised odds are worth.

A plain flush is no outcome; the ace is high or low in a straight, never in its middle.
"""

from fractions import Fraction
from itertools import permutations

from msgspec import Struct

from table_app.errors import BadInputError
from table_app.game.paytable import PaytableRow
from table_app.odds.composition import Composition, falling
from table_app.vocabulary.cards import RANKS, SUITS

_RUNS = tuple((RANKS + "A")[low : low + 3] for low in range(len(RANKS) - 1))
_ORDERS_OF_THREE = 6


class DynamicWeights(Struct, frozen=True):
    """How the generator picks (633b.25(g)): integer weights, in the order of the printed table.

    `counts` are of one, two and three picked hands; `hands` of the rows that have raised odds,
    drawn one after the other without repetition; `values` of a row's raised odds.
    """

    counts: tuple[int, int, int]
    hands: tuple[int, ...]
    values: tuple[int, ...]


UNIFORM = DynamicWeights(counts=(1, 1, 1), hands=(1,) * 4, values=(1,) * 10)
"""Every count, hand and value equally likely: the neutral choice where the text gives none."""


def count_dynamic_21_3(shoe: Composition) -> dict[str, int]:
    """Winning deals by outcome."""
    suited = {rank: sum(falling(shoe.count(rank, s), 3) for s in SUITS) for rank in RANKS}
    kinds = sum(falling(shoe.count(rank), 3) for rank in RANKS)
    flushes = sum(_runs(shoe, suit) for suit in SUITS)
    return {
        "three_aces_suited": suited["A"],
        "three_of_a_kind_suited": sum(suited.values()) - suited["A"],
        "straight_flush": flushes,
        "three_of_a_kind": kinds - sum(suited.values()),
        "straight": _runs(shoe, SUITS) - flushes,
    }


def _runs(shoe: Composition, suits: str) -> int:
    runs = 0
    for run in _RUNS:
        deals = _ORDERS_OF_THREE
        for rank in run:
            deals *= shoe.count(rank, suits)
        runs += deals
    return runs


def expected_raises(
    rows: tuple[PaytableRow, ...], weights: DynamicWeights
) -> dict[str, tuple[Fraction, Fraction]]:
    """By outcome that may be raised: the chance of being picked, and its mean raised odds, for 1.

    Raises BadInputError when the weights do not fit the rows.
    """
    raised = tuple(row for row in rows if row.dynamic_for_1)
    _check(raised, weights)
    return {
        row.outcome: (_chance_of_being_picked(index, weights), _mean(row, weights))
        for index, row in enumerate(raised)
    }


def _chance_of_being_picked(index: int, weights: DynamicWeights) -> Fraction:
    chance = Fraction(0)
    for count, weight in enumerate(weights.counts, start=1):
        among = sum(
            _chance_of_order(order, weights.hands)
            for order in permutations(range(len(weights.hands)), count)
            if index in order
        )
        chance += Fraction(weight, sum(weights.counts)) * among
    return chance


def _chance_of_order(order: tuple[int, ...], hands: tuple[int, ...]) -> Fraction:
    """The chance that hands are drawn in this order, each by its weight among those left."""
    chance, left = Fraction(1), sum(hands)
    for index in order:
        if hands[index] == 0:
            return Fraction(0)
        chance *= Fraction(hands[index], left)
        left -= hands[index]
    return chance


def _mean(row: PaytableRow, weights: DynamicWeights) -> Fraction:
    products = zip(row.dynamic_for_1, weights.values, strict=True)
    return Fraction(sum(value * weight for value, weight in products), sum(weights.values))


def _check(raised: tuple[PaytableRow, ...], weights: DynamicWeights) -> None:
    every = (*weights.counts, *weights.hands, *weights.values)
    if any(weight < 0 for weight in every):
        raise BadInputError("dynamic weights: a weight must not be negative (633b.25(g))")
    if len(weights.hands) != len(raised):
        raise BadInputError(f"dynamic weights: hands: needs {len(raised)} weights (633b.25(i))")
    if any(len(weights.values) != len(row.dynamic_for_1) for row in raised):
        raise BadInputError("dynamic weights: values: needs one per raised odds (633b.25(i))")
    most = max((count for count, weight in enumerate(weights.counts, 1) if weight), default=0)
    if most == 0 or not any(weights.values):
        raise BadInputError("dynamic weights: all are zero; nothing could be picked (633b.25(g))")
    if sum(weight > 0 for weight in weights.hands) < most:
        raise BadInputError(
            f"dynamic weights: {most} hands may be picked, but fewer have a weight (633b.25(g))"
        )

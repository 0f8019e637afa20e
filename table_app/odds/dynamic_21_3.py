"""21+3 Dynamic (633b.25) counted: ordered deals of three cards; and what its raised odds are worth.

A plain flush is no outcome; the ace is high or low in a straight, never in its middle.
"""

from collections.abc import Sequence
from fractions import Fraction

from table_app.errors import BadInputError
from table_app.game.dynamic import DynamicWeights
from table_app.game.paytable import OddsAward, PaytableRow
from table_app.odds.composition import Composition, falling
from table_app.vocabulary.cards import RANKS, SUITS

_RUNS = tuple((RANKS + "A")[low : low + 3] for low in range(len(RANKS) - 1))
_ORDERS_OF_THREE = 6


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


def mean_for_1(rows: Sequence[PaytableRow], weights: DynamicWeights) -> dict[str, Fraction]:
    """What each row with raised odds pays on average, for 1: its base, or a picked value instead.

    Hands are picked without repetition, each as likely as another. Raises BadInputError when the
    weights do not fit the rows.
    """
    raised = tuple(row for row in rows if row.dynamic_for_1)
    if not raised:
        return {}
    _check(raised, weights)
    hands = sum(count * weight for count, weight in enumerate(weights.counts, start=1))
    picked = Fraction(hands, sum(weights.counts) * len(raised))
    return {
        row.outcome: (1 - picked) * _base(row) + picked * _mean_value(row, weights)
        for row in raised
    }


def _base(row: PaytableRow) -> Fraction:
    assert isinstance(row.award, OddsAward), "a share of a meter cannot be raised"
    return Fraction(row.award.odds.pays, row.award.odds.per)


def _mean_value(row: PaytableRow, weights: DynamicWeights) -> Fraction:
    products = zip(row.dynamic_for_1, weights.values, strict=True)
    return Fraction(sum(value * weight for value, weight in products), sum(weights.values))


def _check(raised: tuple[PaytableRow, ...], weights: DynamicWeights) -> None:
    every = (*weights.counts, *weights.values)
    if min(every) < 0 or not any(weights.counts) or not any(weights.values):
        raise BadInputError("dynamic weights: must be numbers from 0, not all 0 (633b.25(g))")
    if len(weights.counts) > len(raised):
        raise BadInputError(
            f"dynamic weights: counts: {len(raised)} hands can be picked (633b.25(g))"
        )
    if any(len(weights.values) != len(row.dynamic_for_1) for row in raised):
        raise BadInputError("dynamic weights: values: needs one per raised odds (633b.25(i))")

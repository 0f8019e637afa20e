"""Which hands of 21+3 Dynamic pay more this round, and how much (633b.25(g)): pure, given draws.

The text gives no chances. Uniform is the neutral default; every weight is configuration.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from table_app.game.paytable import PaytableRow
from table_app.vocabulary.commands import DynamicPay

HANDS_MAX = 3
VALUES = 10


class DynamicWeights(Struct, frozen=True):
    """Weights of how many hands are picked (one, two, three) and of each of a hand's ten values."""

    counts: tuple[int, ...] = (1,) * HANDS_MAX
    values: tuple[int, ...] = (1,) * VALUES


def pick_dynamic_pays(
    rows: Sequence[PaytableRow], weights: DynamicWeights, draw: Callable[[int], int]
) -> tuple[DynamicPay, ...]:
    """One to three of the rows that have raised odds, each once, with one of its values.

    `draw(n)` gives an integer from 0 to n - 1. The hands are in the order of the paytable.
    """
    left = [row for row in rows if row.dynamic_for_1]
    count = _weighted(weights.counts, draw) + 1
    picked: list[DynamicPay] = []
    for _ in range(count):
        row = left.pop(draw(len(left)))
        value = row.dynamic_for_1[_weighted(weights.values, draw)]
        picked.append(DynamicPay(row.outcome, value))
    order = {row.outcome: index for index, row in enumerate(rows)}
    return tuple(sorted(picked, key=lambda pay: order[pay.outcome]))


def _weighted(weights: Sequence[int], draw: Callable[[int], int]) -> int:
    """An index, as likely as its weight."""
    at = draw(sum(weights))
    for index, weight in enumerate(weights):
        if at < weight:
            return index
        at -= weight
    raise AssertionError("a draw was out of range")

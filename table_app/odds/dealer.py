"""The dealer's totals from an upcard and a shoe of known counts, exactly, without a Blackjack.

Cards are values 1 to 10, an ace is 1; counts are indexed by value - 1. A draw of cards has the
same chance in whatever order, so hands are counted as multisets, each with the number of orders
in which the dealer would take exactly it; multisets with a common part share its product.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from table_app.odds.composition import falling

VALUES = range(1, 11)
DRAWS = 11
"""More cards than a dealer ever draws after the upcard; weights count ordered draws of so many."""

TOTALS = (17, 18, 19, 20, 21)


class _Level(Struct, frozen=True):
    """Multisets of one size: each is one of the level before and a card more.

    `steps` are pairs of a place in the level before and a place in the table of cards left;
    `ends` are, for each total, pairs of a place in this level and a number of orders.
    """

    steps: tuple[tuple[int, int], ...]
    ends: tuple[tuple[tuple[int, int], ...], ...]


class Dealer:
    """One upcard and one rule for soft 17; `weights` answers for any shoe without the upcard."""

    def __init__(self, upcard: int, *, hits_soft_17: bool) -> None:
        self._upcard = upcard
        self._hits_soft_17 = hits_soft_17
        self._levels = _levels(self._hands())

    def no_blackjack(self, counts: Sequence[int]) -> int:
        """Ordered draws of DRAWS cards whose first, the hole card, makes no Blackjack."""
        size = sum(counts)
        completing = {1: counts[9], 10: counts[0]}.get(self._upcard, 0)
        return (size - completing) * falling(size - 1, DRAWS - 1)

    def weights(self, counts: Sequence[int]) -> tuple[int, ...]:
        """Ordered draws of DRAWS cards that end on each of TOTALS, without a Blackjack."""
        left = [count - used for count in counts for used in range(DRAWS)]
        size = sum(counts)
        sums = [0] * len(TOTALS)
        row = [1]
        for drawn, level in enumerate(self._levels, start=1):
            row = [row[before] * left[place] for before, place in level.steps]
            rest = falling(size - drawn, DRAWS - drawn)
            for index, ends in enumerate(level.ends):
                if ends:
                    sums[index] += rest * sum([row[place] * orders for place, orders in ends])
        return tuple(sums)

    def _hands(self) -> dict[tuple[int, ...], tuple[int, int]]:
        """Every multiset that the dealer may draw and stand on: its total and orders."""
        totals: dict[tuple[int, ...], int] = {}
        orders: Counter[tuple[int, ...]] = Counter()

        def draw(drawn: tuple[int, ...], hard: int, *, has_ace: bool) -> None:
            is_soft = has_ace and hard <= 11
            total = hard + 10 if is_soft else hard
            if total > 21:
                return
            if total > 17 or (total == 17 and not (is_soft and self._hits_soft_17)):
                multiset = tuple(sorted(drawn))
                totals[multiset] = total
                orders[multiset] += 1
                return
            for value in VALUES:
                if drawn or value + self._upcard != 11 or 1 not in {value, self._upcard}:
                    draw((*drawn, value), hard + value, has_ace=has_ace or value == 1)

        draw((), self._upcard, has_ace=self._upcard == 1)
        return {hand: (total, orders[hand]) for hand, total in totals.items()}


def _levels(hands: dict[tuple[int, ...], tuple[int, int]]) -> tuple[_Level, ...]:
    parts = sorted(
        {hand[:size] for hand in hands for size in range(1, len(hand) + 1)},
        key=lambda part: (len(part), part),
    )
    levels: list[_Level] = []
    before: dict[tuple[int, ...], int] = {(): 0}
    for _, group in groupby(parts, key=len):
        level = tuple(group)
        levels.append(
            _Level(
                steps=tuple((before[part[:-1]], _place_left(part)) for part in level),
                ends=tuple(
                    tuple(
                        (place, hands[part][1])
                        for place, part in enumerate(level)
                        if part in hands and hands[part][0] == total
                    )
                    for total in TOTALS
                ),
            )
        )
        before = {part: place for place, part in enumerate(level)}
    return tuple(levels)


def _place_left(part: tuple[int, ...]) -> int:
    """Where `weights` finds how many cards of the last value are left after those before it."""
    return (part[-1] - 1) * DRAWS + part[:-1].count(part[-1])

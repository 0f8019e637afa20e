"""How many of each card a shoe holds, and counting ordered draws from it. Knows no wager."""

from collections.abc import Iterable, Mapping

from table_app.vocabulary.cards import DECK, RANKS, SUITS, Card

COLORS = ("SC", "HD")
TEN_VALUES = "TJQK"


def falling(count: int, draws: int) -> int:
    """Ordered draws without replacement: count x (count - 1) x ..., `draws` factors."""
    product = 1
    for taken in range(draws):
        product *= count - taken
    return product


def choose_three_distinct(counts: Iterable[int]) -> int:
    """Ways to take one each of three different kinds, without regard to order."""
    one = two = three = 0
    for count in counts:
        three += two * count
        two += one * count
        one += count
    return three


class Composition:
    """A shoe as a count of each card; a card that is not named is not in it."""

    __slots__ = ("_counts", "size")

    def __init__(self, counts: Mapping[Card, int]) -> None:
        self._counts = {card: counts.get(card, 0) for card in DECK}
        self.size = sum(self._counts.values())

    def count(self, ranks: str = RANKS, suits: str = SUITS) -> int:
        """How many cards have one of these ranks and one of these suits."""
        return sum(self._counts[Card(rank + suit)] for rank in ranks for suit in suits)


def full_shoe(decks: int) -> Composition:
    """A shoe of whole decks."""
    return Composition(dict.fromkeys(DECK, decks))

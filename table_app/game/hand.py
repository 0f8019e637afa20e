"""What a hand of blackjack is worth (633a.1, 633a.3(e)). No wagers, no order of play."""

from msgspec import Struct

from table_app.vocabulary.cards import Card

_POINTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 10)}


class Total(Struct, frozen=True, gc=False):
    """A hand's points; soft means that an ace counts 11."""

    points: int
    is_soft: bool

    @property
    def is_bust(self) -> bool:
        return self.points > 21


def value(card: Card) -> int:
    """A card's points with the ace as 1."""
    return _POINTS[card[0]]


def is_ten_value(card: Card) -> bool:
    return card[0] in "TJQK"


def is_ace(card: Card) -> bool:
    return card[0] == "A"


def total(cards: tuple[Card, ...]) -> Total:
    """The best total: one ace counts 11 unless that makes more than 21 (633a.3(e))."""
    points = 0
    has_ace = False
    for card in cards:
        worth = _POINTS[card[0]]
        points += worth
        has_ace = has_ace or worth == 1
    if has_ace and points <= 11:
        return Total(points + 10, is_soft=True)
    return Total(points, is_soft=False)


def is_blackjack(cards: tuple[Card, ...]) -> bool:
    """An ace and a ten-value card as the first two cards (633a.1).

    The caller knows whether these are the first two: 21 after a split is not a Blackjack.
    """
    return len(cards) == 2 and total(cards).points == 21

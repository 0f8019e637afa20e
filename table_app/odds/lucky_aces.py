"""Lucky Aces (633c.8) counted: ordered deals of four cards, the player's two and the dealer's."""

from table_app.odds.composition import Composition, falling
from table_app.vocabulary.cards import SUITS


def count_lucky_aces(shoe: Composition) -> dict[str, int]:
    """Winning deals by outcome."""
    aces = shoe.count("A")
    others = shoe.size - aces
    by_suit = tuple(shoe.count("A", suit) for suit in SUITS)
    three_same_suit = 4 * sum(falling(count, 3) for count in by_suit) * others
    two_same_suit = 6 * sum(falling(count, 2) for count in by_suit) * falling(others, 2)
    one_of_diamonds = 4 * shoe.count("A", "D") * falling(others, 3)
    return {
        "four_aces": falling(aces, 4),
        "three_aces_same_suit": three_same_suit,
        "three_aces": 4 * falling(aces, 3) * others - three_same_suit,
        "two_aces_same_suit": two_same_suit,
        "two_aces": 6 * falling(aces, 2) * falling(others, 2) - two_same_suit,
        "one_ace_of_diamonds": one_of_diamonds,
        "one_ace": 4 * aces * falling(others, 3) - one_of_diamonds,
    }

"""Blazing 7's (633c.9) counted: ordered deals of the player's two cards and a third, always taken.

The third card may be drawn or the dealer's upcard (h): any card of a shuffled shoe is as good as
another, so both have these counts.
"""

from table_app.odds.composition import COLORS, Composition, falling
from table_app.vocabulary.cards import SUITS


def count_blazing_7s(shoe: Composition) -> dict[str, int]:
    """Winning deals by outcome, for the rows of both paytables: one paytable has a part of them."""
    sevens = shoe.count("7")
    same_suit = sum(falling(shoe.count("7", suit), 3) for suit in SUITS)
    same_color = sum(falling(shoe.count("7", color), 3) for color in COLORS)
    diamonds = falling(shoe.count("7", "D"), 3)
    three = falling(sevens, 3)
    return {
        "three_7s_same_suit": same_suit,
        "three_7s_diamonds": diamonds,
        "three_7s_clubs_spades_or_hearts": same_suit - diamonds,
        "three_7s_same_color": same_color - same_suit,
        "three_7s": three - same_color,
        "two_7s": falling(sevens, 2) * (shoe.size - 2) - three,
        "one_7": 2 * sevens * (shoe.size - sevens) * (shoe.size - 2),
    }

"""Super 4 (633c.6) counted: ordered deals of two cards to the player, then upcard and hole card.

All winning rows but the last hold a dealer Blackjack. A region is a set of suits: a hand "in" it
has all four cards there. Nothing can be four of a kind: the dealer holds two ranks.
"""

from table_app.odds.composition import (
    COLORS,
    TEN_VALUES,
    Composition,
    choose_three_distinct,
    falling,
)
from table_app.vocabulary.cards import RANKS, SUITS

_DEALER_ORDERS = 2
_ORDERS_OF_THREE = 6


def count_super_4(shoe: Composition, chosen_suit: str) -> dict[str, int]:
    """Winning deals by outcome; pairs are identical in rank and suit (a)(6), (a)(8)."""
    royal = {suit: _ace_to_jack(shoe, suit) for suit in SUITS}
    flush = sum(
        _blackjacks_in(shoe, suit) - royal[suit] - _three_of_a_kind(shoe, suit) for suit in SUITS
    )
    two_pair_mixed_color = sum(
        _two_pair(shoe, ace, ten) for ace in SUITS for ten in SUITS if not _one_color(ace, ten)
    )
    two_pair_one_color = sum(
        _two_pair(shoe, ace, ten)
        for ace in SUITS
        for ten in SUITS
        if _one_color(ace, ten) and ace != ten  # of one suit it is a flush, which ranks above
    )
    one_color = sum(
        _blackjacks_in(shoe, color) - _ace_to_jack(shoe, color) - _three_of_a_kind(shoe, color)
        for color in COLORS
    )
    repeats_one_color = sum(_repeats_but_threes(shoe, color) for color in COLORS)
    outcomes = {
        "royal_chosen_suit": royal[chosen_suit],
        "royal_other_suit": sum(royal.values()) - royal[chosen_suit],
        "three_of_a_kind": _three_of_a_kind(shoe, SUITS),
        "straight": _ace_to_jack(shoe, SUITS) - sum(royal.values()),
        "flush": flush,
        "two_pair": two_pair_mixed_color + two_pair_one_color,
        "same_color": one_color - flush - two_pair_one_color,
        "pair": _repeats_but_threes(shoe, SUITS) - repeats_one_color - two_pair_mixed_color,
    }
    outcomes["dealer_blackjack"] = _blackjacks_in(shoe, SUITS) - sum(outcomes.values())
    not_ten_in_the_hole = shoe.size - 1 - shoe.count(TEN_VALUES)
    outcomes["dealer_ace_up"] = shoe.count("A") * not_ten_in_the_hole * falling(shoe.size - 2, 2)
    return outcomes


def _one_color(ace: str, ten: str) -> bool:
    return any(ace in color and ten in color for color in COLORS)


def _blackjacks_in(shoe: Composition, suits: str) -> int:
    dealers = _DEALER_ORDERS * shoe.count("A", suits) * shoe.count(TEN_VALUES, suits)
    return dealers * falling(shoe.count(suits=suits) - 2, 2)


def _ace_to_jack(shoe: Composition, suits: str) -> int:
    """A-K-Q-J, the only run that holds an ace and a ten-value (reading S4-1).

    The dealer's ten-value is one of three; each side has two orders.
    """
    product = 3 * _DEALER_ORDERS * 2
    for rank in "AKQJ":
        product *= shoe.count(rank, suits)
    return product


def _three_of_a_kind(shoe: Composition, suits: str) -> int:
    aces = falling(shoe.count("A", suits), 3) * shoe.count(TEN_VALUES, suits)
    tens = sum(falling(shoe.count(rank, suits), 3) for rank in TEN_VALUES)
    return _DEALER_ORDERS * (aces + shoe.count("A", suits) * tens)


def _three_of_a_kind_all_different(shoe: Composition, suits: str) -> int:
    """Threes of a kind in which no card is there twice: three suits."""

    def threes(rank: str) -> int:
        different = choose_three_distinct(shoe.count(rank, suit) for suit in suits)
        return _ORDERS_OF_THREE * different

    aces = threes("A") * shoe.count(TEN_VALUES, suits)
    return _DEALER_ORDERS * (aces + shoe.count("A", suits) * sum(map(threes, TEN_VALUES)))


def _two_pair(shoe: Composition, ace_suit: str, ten_suit: str) -> int:
    """Player and dealer hold the same Blackjack, card for card."""
    tens = sum(falling(shoe.count(rank, ten_suit), 2) for rank in TEN_VALUES)
    return _DEALER_ORDERS * 2 * falling(shoe.count("A", ace_suit), 2) * tens


def _repeats_but_threes(shoe: Composition, suits: str) -> int:
    """Dealer Blackjacks in the region where some card is there twice, threes of a kind left out."""
    threes = _three_of_a_kind(shoe, suits) - _three_of_a_kind_all_different(shoe, suits)
    return _blackjacks_in(shoe, suits) - _all_different(shoe, suits) - threes


def _all_different(shoe: Composition, suits: str) -> int:
    """Dealer Blackjacks in the region whose four cards are four different cards."""
    size = shoe.count(suits=suits)
    squares = sum(shoe.count(rank, suit) ** 2 for rank in RANKS for suit in suits)
    deals = 0
    for ace_suit in suits:
        for ten_suit in suits:
            for rank in TEN_VALUES:
                ace, ten = shoe.count("A", ace_suit), shoe.count(rank, ten_suit)
                others = size - ace - ten
                players = others**2 - (squares - ace**2 - ten**2)
                deals += _DEALER_ORDERS * ace * ten * players
    return deals

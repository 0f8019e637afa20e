"""Lucky Ladies (633b.22) counted: ordered deals of two cards to the player, two to the dealer."""

from table_app.odds.composition import TEN_VALUES, Composition, falling
from table_app.vocabulary.cards import SUITS


def count_lucky_ladies(shoe: Composition) -> dict[str, int]:
    """Winning deals by outcome; ace-nine is a 20 (reading LL-3)."""
    dealers = falling(shoe.size - 2, 2)
    queens = falling(shoe.count("Q", "H"), 2)
    hearts, suited, any_suits = _blackjacks_without_two_queens_of_hearts(shoe)
    identical = sum(
        falling(shoe.count(rank, suit), 2) for rank in TEN_VALUES for suit in SUITS
    )  # the queens of hearts too
    one_suit = sum(_twenties(shoe, suit) for suit in SUITS)
    return {
        "qh_pair_dealer_bj_hearts": queens * hearts,
        "qh_pair_dealer_bj_suited": queens * suited,
        "qh_pair_dealer_bj_unsuited": queens * (any_suits - hearts - suited),
        "qh_pair": queens * (dealers - any_suits),
        "matched_20": (identical - queens) * dealers,
        "suited_20": (one_suit - identical) * dealers,
        "any_20": (_twenties(shoe, SUITS) - one_suit) * dealers,
    }


def _twenties(shoe: Composition, suits: str) -> int:
    tens = falling(shoe.count(TEN_VALUES, suits), 2)
    return tens + 2 * shoe.count("A", suits) * shoe.count("9", suits)


def _blackjacks_without_two_queens_of_hearts(shoe: Composition) -> tuple[int, int, int]:
    """Dealer Blackjacks in hearts, in one other suit, and in any suits.

    The player holds two queens of hearts, so that many ten-values of hearts fewer are left.
    """
    hearts = 2 * shoe.count("A", "H") * (shoe.count(TEN_VALUES, "H") - 2)
    suited = sum(2 * shoe.count("A", suit) * shoe.count(TEN_VALUES, suit) for suit in "SDC")
    return hearts, suited, 2 * shoe.count("A") * (shoe.count(TEN_VALUES) - 2)

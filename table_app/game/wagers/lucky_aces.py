"""Lucky Aces (633c.8): aces among the player's first two cards and the dealer's two.

Settled the moment the hole card is face up, whatever became of the player's hand.
"""

from table_app.game.hand import is_ace
from table_app.game.paytable import LOSE
from table_app.game.wagers.wager import Moment, SeenCards, SideWager
from table_app.vocabulary.cards import Card, suit


def classify(cards: SeenCards) -> str:
    """The highest row of 633c.8(e): the number of aces first, then their suits."""
    aces = tuple(card for card in cards.player + cards.dealer if is_ace(card))
    match len(aces):
        case 4:
            return "four_aces"
        case 3:
            return "three_aces_same_suit" if _one_suit(aces) else "three_aces"
        case 2:
            return "two_aces_same_suit" if _one_suit(aces) else "two_aces"
        case 1:
            return "one_ace_of_diamonds" if suit(aces[0]) == "D" else "one_ace"
        case _:
            return LOSE


def _one_suit(cards: tuple[Card, ...]) -> bool:
    return len({suit(card) for card in cards}) == 1


LUCKY_ACES = SideWager(
    wager="lucky_aces",
    section="633c.8",
    moment=Moment.HOLE_CARD_SHOWN,
    outcomes=(
        "four_aces",
        "three_aces_same_suit",
        "three_aces",
        "two_aces_same_suit",
        "two_aces",
        "one_ace_of_diamonds",
        "one_ace",
    ),
    classify=classify,
)

"""How many cards a round could need at worst, so that no shoe runs out in mid-round."""

from table_app.game.hand import value
from table_app.vocabulary.cards import DECK

_MOST_POINTS_BEFORE_LAST_CARD = 20
_DEALER_POINTS_BEFORE_LAST_CARD = 17


def worst_round_cards(*, decks: int, seats: int, hands: int) -> int:
    """An upper bound on the cards of one round with `hands` hands a box.

    A hand takes its last card on at most 20 hard points, the dealer on at most soft 17; the
    bound spends the points of all hands on the cheapest cards of the shoe, as if any hand
    could use any of them.
    """
    player_hands = seats * hands
    points = player_hands * _MOST_POINTS_BEFORE_LAST_CARD + _DEALER_POINTS_BEFORE_LAST_CARD
    cards = 0
    for worth in sorted(value(card) for card in DECK * decks):
        if worth > points:
            break
        points -= worth
        cards += 1
    return cards + player_hands + 1

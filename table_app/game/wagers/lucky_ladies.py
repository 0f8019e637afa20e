"""Lucky Ladies progressive (633b.22): the player's first two cards total 20.

A pair of queens of hearts waits for the hole-card check whenever an ace or a ten-value card is up;
everything else is settled at once (g). So nothing shown before the check depends on the hole card.
"""

from table_app.game.hand import is_ace, is_ten_value
from table_app.game.wagers.wager import Moment, Options, Outcome, SeenCards, SideWager
from table_app.vocabulary.cards import Card, suit

_QUEENS_OF_HEARTS = ("QH", "QH")


def _moment_of(player: tuple[Card, Card], upcard: Card) -> Moment:
    may_be_blackjack = is_ace(upcard) or is_ten_value(upcard)
    if player == _QUEENS_OF_HEARTS and may_be_blackjack:
        return Moment.HOLE_CARD_CHECKED
    return Moment.DEALT


def _queens(cards: SeenCards, _: Options) -> bool:
    return cards.player == _QUEENS_OF_HEARTS


def _queens_against_blackjack(cards: SeenCards, _: Options) -> bool:
    return cards.player == _QUEENS_OF_HEARTS and cards.dealer_has_blackjack


def _queens_against_suited_blackjack(cards: SeenCards, options: Options) -> bool:
    return _queens_against_blackjack(cards, options) and len(set(map(suit, cards.dealer))) == 1


def _queens_against_hearts_blackjack(cards: SeenCards, options: Options) -> bool:
    return _queens_against_blackjack(cards, options) and set(map(suit, cards.dealer)) == {"H"}


def _any_20(cards: SeenCards, _: Options) -> bool:
    """Two ten-value cards, or an ace and a nine (reading LL-3)."""
    first, second = cards.player
    if is_ten_value(first):
        return is_ten_value(second)
    return first[0] + second[0] in {"A9", "9A"}


def _suited_20(cards: SeenCards, options: Options) -> bool:
    return suit(cards.player[0]) == suit(cards.player[1]) and _any_20(cards, options)


def _matched_20(cards: SeenCards, options: Options) -> bool:
    """Two identical cards, the queens of hearts excluded (633a.1)."""
    first, second = cards.player
    return first == second and cards.player != _QUEENS_OF_HEARTS and _any_20(cards, options)


LUCKY_LADIES = SideWager(
    wager="lucky_ladies",
    section="633b.22",
    outcomes=(
        Outcome("qh_pair_dealer_bj_hearts", _queens_against_hearts_blackjack),
        Outcome("qh_pair_dealer_bj_suited", _queens_against_suited_blackjack),
        Outcome("qh_pair_dealer_bj_unsuited", _queens_against_blackjack),
        Outcome("qh_pair", _queens),
        Outcome("matched_20", _matched_20),
        Outcome("suited_20", _suited_20),
        Outcome("any_20", _any_20),
    ),
    moment_of=_moment_of,
)

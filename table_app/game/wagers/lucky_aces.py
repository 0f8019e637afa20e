"""Lucky Aces (633c.8): aces among the player's first two cards and the dealer's two.

Settled the moment the hole card is face up, whatever became of the player's hand.
"""

from table_app.game.hand import is_ace
from table_app.game.wagers.wager import Moment, Options, Outcome, SeenCards, SideWager, always_at
from table_app.vocabulary.cards import suit


def _may_win(cards: SeenCards) -> bool:
    return any(map(is_ace, cards.all_four))


def _count(cards: SeenCards) -> int:
    return [card[0] for card in cards.all_four].count("A")


def _one_suit(cards: SeenCards) -> bool:
    return len({suit(card) for card in cards.all_four if is_ace(card)}) == 1


def _four(cards: SeenCards, _: Options) -> bool:
    return _count(cards) == 4


def _three_same_suit(cards: SeenCards, _: Options) -> bool:
    return _count(cards) == 3 and _one_suit(cards)


def _three(cards: SeenCards, _: Options) -> bool:
    return _count(cards) == 3


def _two_same_suit(cards: SeenCards, _: Options) -> bool:
    return _count(cards) == 2 and _one_suit(cards)


def _two(cards: SeenCards, _: Options) -> bool:
    return _count(cards) == 2


def _one_of_diamonds(cards: SeenCards, _: Options) -> bool:
    return _count(cards) == 1 and "AD" in cards.all_four


def _one(cards: SeenCards, _: Options) -> bool:
    return _count(cards) == 1


LUCKY_ACES = SideWager(
    wager="lucky_aces",
    section="633c.8",
    outcomes=(
        Outcome("four_aces", _four),
        Outcome("three_aces_same_suit", _three_same_suit),
        Outcome("three_aces", _three),
        Outcome("two_aces_same_suit", _two_same_suit),
        Outcome("two_aces", _two),
        Outcome("one_ace_of_diamonds", _one_of_diamonds),
        Outcome("one_ace", _one),
    ),
    moment_of=always_at(Moment.HOLE_CARD_SHOWN),
    may_win=_may_win,
)

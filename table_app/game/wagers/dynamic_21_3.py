"""21+3 Dynamic progressive (633b.25): the player's first two cards and the dealer's upcard.

A plain flush and a pair lose. The ace is high or low in a straight, never in its middle.
"""

from table_app.game.wagers.wager import Moment, Options, Outcome, SeenCards, SideWager, always_at
from table_app.vocabulary.cards import Card, rank, suit

_ORDER = "A23456789TJQKA"
_STRAIGHTS = frozenset(frozenset(_ORDER[low : low + 3]) for low in range(len(_ORDER) - 2))


def _three_cards(cards: SeenCards) -> tuple[Card, ...]:
    return (*cards.player, cards.upcard)


def _ranks(cards: SeenCards) -> frozenset[str]:
    return frozenset(rank(card) for card in _three_cards(cards))


def _is_suited(cards: SeenCards) -> bool:
    return len({suit(card) for card in _three_cards(cards)}) == 1


def _three_of_a_kind(cards: SeenCards, _: Options) -> bool:
    return len(_ranks(cards)) == 1


def _three_of_a_kind_suited(cards: SeenCards, _: Options) -> bool:
    return len(_ranks(cards)) == 1 and _is_suited(cards)


def _three_aces_suited(cards: SeenCards, _: Options) -> bool:
    return _ranks(cards) == {"A"} and _is_suited(cards)


def _straight(cards: SeenCards, _: Options) -> bool:
    return _ranks(cards) in _STRAIGHTS


def _straight_flush(cards: SeenCards, _: Options) -> bool:
    return _ranks(cards) in _STRAIGHTS and _is_suited(cards)


DYNAMIC_21_3 = SideWager(
    wager="dynamic_21_3",
    section="633b.25",
    outcomes=(
        Outcome("three_aces_suited", _three_aces_suited),
        Outcome("three_of_a_kind_suited", _three_of_a_kind_suited),
        Outcome("straight_flush", _straight_flush),
        Outcome("three_of_a_kind", _three_of_a_kind),
        Outcome("straight", _straight),
    ),
    moment_of=always_at(Moment.DEALT),
    choices=frozenset({"counts_weights", "values_weights"}),
)

"""21+3 Dynamic progressive (633b.25): the player's first two cards and the dealer's upcard.

A plain flush and a pair lose. The ace is high or low in a straight, never in its middle.
"""

from itertools import permutations

from table_app.game.hand import is_ace
from table_app.game.wagers.wager import Moment, Options, Outcome, SeenCards, SideWager, always_at

_ORDER = "A23456789TJQKA"
_STRAIGHTS = frozenset(
    "".join(ranks)
    for low in range(len(_ORDER) - 2)
    for ranks in permutations(_ORDER[low : low + 3])
)
"""Three consecutive ranks in any order of dealing."""


def _ranks(cards: SeenCards) -> str:
    first, second = cards.player
    return first[0] + second[0] + cards.upcard[0]


def _is_suited(cards: SeenCards) -> bool:
    first, second = cards.player
    return first[1] == second[1] == cards.upcard[1]


def _three_of_a_kind(cards: SeenCards, _: Options) -> bool:
    first, second = cards.player
    return first[0] == second[0] == cards.upcard[0]


def _three_of_a_kind_suited(cards: SeenCards, options: Options) -> bool:
    return _three_of_a_kind(cards, options) and _is_suited(cards)


def _three_aces_suited(cards: SeenCards, options: Options) -> bool:
    return is_ace(cards.upcard) and _three_of_a_kind_suited(cards, options)


def _straight(cards: SeenCards, _: Options) -> bool:
    return _ranks(cards) in _STRAIGHTS


def _straight_flush(cards: SeenCards, options: Options) -> bool:
    return _is_suited(cards) and _straight(cards, options)


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

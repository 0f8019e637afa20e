"""Super 4 progressive (633c.6): the player's first two cards and the dealer's two.

It wins with a dealer Blackjack, or with an ace up without one. With a two to a nine up it has lost
the moment the cards are dealt; else it waits for the hole-card check (g).
"""

from collections import Counter

from table_app.game.hand import is_ace, is_blackjack, is_ten_value
from table_app.game.wagers.wager import Moment, Options, Outcome, SeenCards, SideWager
from table_app.vocabulary.cards import Card, rank, suit


def _moment_of(_player: tuple[Card, Card], upcard: Card) -> Moment:
    may_win = is_ace(upcard) or is_ten_value(upcard)
    return Moment.HOLE_CARD_CHECKED if may_win else Moment.DEALT


def _may_win(cards: SeenCards) -> bool:
    return is_ace(cards.upcard) or cards.dealer_has_blackjack


def _suits(cards: SeenCards) -> set[str]:
    return {suit(card) for card in cards.all_four}


def _is_ace_to_jack(cards: SeenCards) -> bool:
    """A run of four with a dealer Blackjack in it can only be A-K-Q-J (reading S4-1)."""
    return cards.dealer_has_blackjack and {rank(card) for card in cards.all_four} == set("AKQJ")


def _royal_other_suit(cards: SeenCards, _: Options) -> bool:
    return _is_ace_to_jack(cards) and len(_suits(cards)) == 1


def _royal_chosen_suit(cards: SeenCards, options: Options) -> bool:
    return _is_ace_to_jack(cards) and _suits(cards) == {options.chosen_suit}


def _three_of_a_kind(cards: SeenCards, _: Options) -> bool:
    ranks = Counter(rank(card) for card in cards.all_four)
    return cards.dealer_has_blackjack and max(ranks.values()) >= 3


def _straight(cards: SeenCards, _: Options) -> bool:
    return _is_ace_to_jack(cards)


def _flush(cards: SeenCards, _: Options) -> bool:
    return cards.dealer_has_blackjack and len(_suits(cards)) == 1


def _two_pair(cards: SeenCards, _: Options) -> bool:
    """Two Blackjacks of the same two cards, suit and rank (a)(6)."""
    return (
        cards.dealer_has_blackjack
        and is_blackjack(cards.player)
        and sorted(cards.player) == sorted(cards.dealer)
    )


def _same_color(cards: SeenCards, _: Options) -> bool:
    return cards.dealer_has_blackjack and (_suits(cards) <= set("SC") or _suits(cards) <= set("HD"))


def _pair(cards: SeenCards, _: Options) -> bool:
    """Two of the four cards are identical, suit and rank (a)(8)."""
    return cards.dealer_has_blackjack and len(set(cards.all_four)) < 4


def _dealer_blackjack(cards: SeenCards, _: Options) -> bool:
    return cards.dealer_has_blackjack


def _dealer_ace_up(cards: SeenCards, _: Options) -> bool:
    return is_ace(cards.upcard) and not cards.dealer_has_blackjack


SUPER_4 = SideWager(
    wager="super_4",
    section="633c.6",
    outcomes=(
        Outcome("royal_chosen_suit", _royal_chosen_suit),
        Outcome("royal_other_suit", _royal_other_suit),
        Outcome("three_of_a_kind", _three_of_a_kind),
        Outcome("straight", _straight),
        Outcome("flush", _flush),
        Outcome("two_pair", _two_pair),
        Outcome("same_color", _same_color),
        Outcome("pair", _pair),
        Outcome("dealer_blackjack", _dealer_blackjack),
        Outcome("dealer_ace_up", _dealer_ace_up),
    ),
    moment_of=_moment_of,
    may_win=_may_win,
    stakes_cents=(500,),
    stakes_clause="(e)",
    choices=frozenset({"chosen_suit", "mystery"}),
    default_options=Options(chosen_suit="S"),
)

"""Blazing 7's progressive (633c.9): sevens among the player's first two cards, and a third.

The third card is the first one dealt to the box after two sevens - by a hit, a double, a split to
its left hand, or as the one extra card against a dealer Blackjack (d)(4) - or, where the operator
chose (h), the dealer's upcard.
"""

from table_app.game.wagers.wager import Moment, Options, Outcome, SeenCards, SideWager, always_at
from table_app.vocabulary.cards import Card, rank, suit

UPCARD_RULE = "dealer_upcard"
DRAWN_CARD_RULE = "player_drawn_card"


def _is_seven(card: Card | None) -> bool:
    return card is not None and rank(card) == "7"


def has_two_sevens(player: tuple[Card, ...]) -> bool:
    """Whether a box may win on a third card."""
    return len(player) == 2 and player[0][0] == "7" == player[1][0]


def _wants_extra_card(player: tuple[Card, ...], options: Options) -> bool:
    """Under the drawn-card rule a box with two sevens gets its third card all the same (d)(4)."""
    return options.third_card == DRAWN_CARD_RULE and has_two_sevens(player)


def _suits_of_three(cards: SeenCards, options: Options) -> set[str]:
    """The suits of three sevens; empty when there are not three."""
    if not has_two_sevens(cards.player):
        return set()
    third = cards.upcard if options.third_card == UPCARD_RULE else cards.third
    if third is None or not _is_seven(third):
        return set()
    return {suit(card) for card in (*cards.player, third)}


def _one_suit(cards: SeenCards, options: Options) -> bool:
    return len(_suits_of_three(cards, options)) == 1


def _diamonds(cards: SeenCards, options: Options) -> bool:
    return _suits_of_three(cards, options) == {"D"}


def _one_other_suit(cards: SeenCards, options: Options) -> bool:
    """Three of clubs, or three of spades, or three of hearts (reading B7-14)."""
    return _one_suit(cards, options) and not _diamonds(cards, options)


def _one_color(cards: SeenCards, options: Options) -> bool:
    suits = _suits_of_three(cards, options)
    return bool(suits) and (suits <= set("SC") or suits <= set("HD"))


def _three(cards: SeenCards, options: Options) -> bool:
    return bool(_suits_of_three(cards, options))


def _two(cards: SeenCards, _: Options) -> bool:
    return has_two_sevens(cards.player)


def _one(cards: SeenCards, _: Options) -> bool:
    first, second = cards.player
    return first[0] == "7" or second[0] == "7"


_LOWER_ROWS = ("three_7s_same_color", "three_7s", "two_7s", "one_7")

BLAZING_7S = SideWager(
    wager="blazing_7s",
    section="633c.9",
    outcomes=(
        Outcome("three_7s_same_suit", _one_suit),
        Outcome("three_7s_diamonds", _diamonds),
        Outcome("three_7s_clubs_spades_or_hearts", _one_other_suit),
        Outcome("three_7s_same_color", _one_color),
        Outcome("three_7s", _three),
        Outcome("two_7s", _two),
        Outcome("one_7", _one),
    ),
    moment_of=always_at(Moment.DEALER_DONE),
    paytable_rows={
        "A": ("three_7s_same_suit", *_LOWER_ROWS),
        "B": ("three_7s_diamonds", "three_7s_clubs_spades_or_hearts", *_LOWER_ROWS),
    },
    splits_small_shares=False,  # (e)(3) shares 100% alone
    wants_extra_card=_wants_extra_card,
    stakes_cents=(100, 500),
    least_seed_cents={100: 200_000, 500: 1_000_000},
    stakes_clause="(g)",
    choices=frozenset({"third_card", "basis", "increment_bp", "reset"}),
    default_options=Options(third_card=DRAWN_CARD_RULE),
    validated_above_odds=200,  # (e)(2)
)

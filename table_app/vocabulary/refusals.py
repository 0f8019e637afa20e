"""Why not: every expected "no" of the table, as a value. The station has the words."""

from typing import Literal

from msgspec import Struct

RefusalCode = Literal[
    # betting
    "bets_closed",
    "blackjack_wager_first",
    "below_minimum",
    "above_maximum",
    "not_a_multiple",
    "not_enough_credit",
    "unknown_wager",
    "no_wager",
    "stale_layout",
    "nothing_to_repeat",
    "nothing_on_layout",
    "award_pending",
    "no_award",
    # decisions
    "no_round",
    "not_your_turn",
    "unequal_values",
    "unequal_ranks",
    "split_limit",
    "aces_split_once",
    "split_ace_one_card",
    "first_two_cards_only",
    "not_after_split",
    "double_total_only",
    "not_offered",
    "not_a_blackjack",
    "insurance_too_high",
    "insurance_too_low",
    # the table and the link
    "not_a_demo",
    "not_this_seat",
    "too_many_requests",
    "out_of_service",
    "not_in_this_state",
    "two_people",
]


class Refusal(Struct, frozen=True):
    """A "no" with its reason; `limit_cents` is the amount that the reason speaks of, or None."""

    code: RefusalCode
    limit_cents: int | None = None

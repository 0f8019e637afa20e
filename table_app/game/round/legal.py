"""What may be decided now, what it costs, and why not: asked by the screen and by `decide` alike."""

from typing import assert_never

from table_app.game.hand import is_ace, total, value
from table_app.game.house_rules import HouseRules
from table_app.game.round.state import Box, Hand, RoundState
from table_app.game.rules import RoundRules
from table_app.vocabulary.cards import rank
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import Action

ACTIONS: tuple[Action, ...] = ("hit", "stand", "double", "split", "surrender")


def action_cost(action: Action, hand: Hand) -> int:
    """Cents that the action adds to the seat's wagers."""
    return hand.stake_cents if action in ("double", "split") else 0


def why_not(
    house: HouseRules, box: Box, index: int, action: Action, credit_cents: int
) -> Refusal | None:
    """Why the hand whose turn it is may not do this, or None when it may."""
    hand = box.hands[index]
    match action:
        case "stand":
            return None
        case "hit":
            return _why_no_card(house, hand)
        case "double":
            return (
                _why_no_card(house, hand)
                or _why_no_double(house, hand)
                or _why_no_credit(hand.stake_cents, credit_cents)
            )
        case "split":
            return _why_no_split(house, box, hand) or _why_no_credit(hand.stake_cents, credit_cents)
        case "surrender":
            return _why_no_surrender(house, hand)
        case _:
            assert_never(action)


def why_no_insurance(
    rules: RoundRules, state: RoundState, box: Box, stake_cents: int, credit_cents: int
) -> Refusal | None:
    """Why this stake may not insure, or None when it may: up to half the wager (633a.8)."""
    if not rules.house.insurance or state.stage != "insurance" or box.insurance != "asked":
        return Refusal("not_offered")
    most = most_insurance(box)
    if stake_cents > most:
        return Refusal("insurance_too_high", most)
    if stake_cents < 1:
        return Refusal("insurance_too_low", 1)
    return _why_no_credit(stake_cents, credit_cents)


def why_no_even_money(rules: RoundRules, state: RoundState, box: Box) -> Refusal | None:
    """Why a Blackjack may not be paid 1 to 1 now, or None when it may."""
    if not rules.house.even_money or state.stage != "insurance" or box.insurance != "asked":
        return Refusal("not_offered")
    return None if box.hands[0].is_blackjack else Refusal("not_a_blackjack")


def most_insurance(box: Box) -> int:
    """Half the Blackjack wager in whole cents, the most that may insure it."""
    return box.stake_cents // 2


def _why_no_card(house: HouseRules, hand: Hand) -> Refusal | None:
    if hand.is_split_ace and house.one_card_per_split_ace:
        return Refusal("split_ace_one_card")
    return None


def _why_no_double(house: HouseRules, hand: Hand) -> Refusal | None:
    if len(hand.cards) != 2:
        return Refusal("first_two_cards_only")
    if hand.is_split and not house.double_after_split:
        return Refusal("not_after_split")
    if house.double_any_two:
        return None
    points = total(hand.cards)
    is_allowed = not points.is_soft and 9 <= points.points <= 11
    return None if is_allowed else Refusal("double_total_only")


def _why_no_split(house: HouseRules, box: Box, hand: Hand) -> Refusal | None:
    if len(hand.cards) != 2:
        return Refusal("first_two_cards_only")
    first, second = hand.cards
    if value(first) != value(second):
        return Refusal("unequal_values")
    if house.split_by == "rank" and rank(first) != rank(second):
        return Refusal("unequal_ranks")
    if len(box.hands) >= house.resplit_hands:
        return Refusal("split_limit")
    if hand.is_split and is_ace(first) and not house.resplit_aces:
        return Refusal("aces_split_once")
    return None


def _why_no_surrender(house: HouseRules, hand: Hand) -> Refusal | None:
    if not house.late_surrender:
        return Refusal("not_offered")
    if hand.is_split:
        return Refusal("not_after_split")
    return None if len(hand.cards) == 2 else Refusal("first_two_cards_only")


def _why_no_credit(cost_cents: int, credit_cents: int) -> Refusal | None:
    short = cost_cents - credit_cents
    return Refusal("not_enough_credit", short) if short > 0 else None

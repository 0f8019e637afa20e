"""The order of a round (633a.7; design, section 5): from the lock to the next human decision."""

from collections.abc import Mapping

from table_app.game.hand import is_ace, is_ten_value, total
from table_app.game.house_rules import HouseRules
from table_app.game.round.legal import most_insurance
from table_app.game.round.script import Script
from table_app.game.round.settle import (
    dealer_has_blackjack,
    settle_bust,
    settle_hands,
    settle_insurance,
)
from table_app.game.round.side_wagers import settle_side_wagers
from table_app.game.round.state import Box, Hand, Turn
from table_app.game.rules import RoundRules
from table_app.game.wagers import Moment
from table_app.vocabulary import facts as f


def deal(script: Script) -> None:
    """Deal clockwise from seat 1: a card to each box, dealer up, again, dealer down (633a.7)."""
    seats = tuple(box.seat for box in script.state.boxes)
    for seat in seats:
        script.happen(f.CardDealt(seat, 0, script.next_card()))
    script.happen(f.UpcardDealt(script.next_card()))
    for seat in seats:
        script.happen(f.CardDealt(seat, 0, script.next_card()))
    script.next_card()
    script.happen(f.HoleCardDealt(script.state.position))


def go_on_after_deal(script: Script, rules: RoundRules, credits_cents: Mapping[int, int]) -> None:
    """Settle what the first cards decide; offer insurance under an ace; with nobody to ask, go on."""
    settle_side_wagers(script, rules, Moment.DEALT)
    asked = _seats_to_ask(script, rules, credits_cents)
    if asked:
        script.happen(f.InsuranceOffered(asked))
    else:
        go_on_after_insurance(script, rules)


def go_on_after_insurance(script: Script, rules: RoundRules) -> None:
    """Check the hole card under an ace or a ten-value card; then decisions or the end."""
    upcard = script.state.dealer[0]
    if is_ace(upcard) or is_ten_value(upcard):
        has_blackjack = dealer_has_blackjack(script)
        script.happen(f.HoleCardChecked(has_blackjack))
        settle_side_wagers(script, rules, Moment.HOLE_CARD_CHECKED)
        settle_insurance(script, dealer_has_blackjack=has_blackjack)
        if has_blackjack:
            _finish(script, rules)
            return
    go_on_with_hands(script, rules)


def go_on_with_hands(script: Script, rules: RoundRules) -> None:
    """Give the turn to the next hand that owes a decision, seat 1 first; else end the round."""
    while (waiting := _next_hand(script)) is not None:
        box, index = waiting
        hand = box.hands[index]
        if len(hand.cards) == 1:
            script.happen(f.CardDealt(box.seat, index, script.next_card()))
        elif total(hand.cards).is_bust:
            settle_bust(script, box, index)
        elif _is_finished(rules.house, box, hand):
            script.happen(f.HandStood(box.seat, index))
        else:
            turn = Turn(box.seat, index)
            if script.state.turn != turn:
                script.happen(f.TurnBegan(turn.seat, turn.hand))
            return
    _finish(script, rules)


def _seats_to_ask(
    script: Script, rules: RoundRules, credits_cents: Mapping[int, int]
) -> tuple[int, ...]:
    house = rules.house
    if not is_ace(script.state.dealer[0]):
        return ()
    return tuple(
        box.seat
        for box in script.state.boxes
        if (house.insurance and _can_insure(box, credits_cents[box.seat]))
        or (house.even_money and box.hands[0].is_blackjack)
    )


def _can_insure(box: Box, credit_after_lock_cents: int) -> bool:
    """What the first cards have just paid is credit already, and may insure."""
    return min(credit_after_lock_cents + box.paid_cents, most_insurance(box)) > 0


def _next_hand(script: Script) -> tuple[Box, int] | None:
    for box in script.state.boxes:
        for index, hand in enumerate(box.hands):
            if hand.owes_decision:
                return box, index
    return None


def _is_finished(house: HouseRules, box: Box, hand: Hand) -> bool:
    """A hand on 21 may not draw; a split ace has its one card, unless it may be split again."""
    if total(hand.cards).points == 21:
        return True
    if not (hand.is_split_ace and house.one_card_per_split_ace):
        return False
    may_split_again = (
        house.resplit_aces and is_ace(hand.cards[1]) and len(box.hands) < house.resplit_hands
    )
    return not may_split_again


def _finish(script: Script, rules: RoundRules) -> None:
    script.happen(f.HoleCardTurned(script.state.hole_card))
    settle_side_wagers(script, rules, Moment.HOLE_CARD_SHOWN)
    _deal_extra_cards(script, rules)
    if _has_live_hand(script):
        _draw(script, rules.house)
    settle_side_wagers(script, rules, Moment.DEALER_DONE)
    settle_hands(script, rules)
    script.happen(f.RoundClosed(script.state.round))


def _deal_extra_cards(script: Script, rules: RoundRules) -> None:
    """Against a dealer Blackjack, one card for each box whose wager looks for one (633c.9(d)(4))."""
    if not dealer_has_blackjack(script):
        return
    for box in script.state.boxes:
        offers = (rules.offer(placed.wager) for placed in box.wagers)
        if any(
            offered is not None
            and offered.declared.wants_extra_card(box.first_two, offered.options)
            for offered in offers
        ):
            script.happen(f.ExtraCardDealt(box.seat, script.next_card()))


def _has_live_hand(script: Script) -> bool:
    """Whether the dealer's total can still matter to a hand."""
    return any(
        hand.result is None and not hand.is_blackjack
        for box in script.state.boxes
        for hand in box.hands
    )


def _draw(script: Script, house: HouseRules) -> None:
    """Draw to 16 and stand on all 17s, or hit soft 17 where the house rules say so."""
    while True:
        points = total(script.state.dealer)
        is_soft_17 = points.is_soft and points.points == 17
        if points.points >= 17 and not (is_soft_17 and house.dealer_hits_soft_17):
            return
        script.happen(f.DealerDrew(script.next_card()))

"""What insurance and Blackjack wagers win. Only facts leave this file."""

from table_app.game.hand import is_ten_value, total
from table_app.game.round.script import Script
from table_app.game.round.state import Box, Hand
from table_app.game.rules import INSURANCE, INSURANCE_PAYS, RoundRules
from table_app.money import EVEN, Cents, returned
from table_app.vocabulary.facts import HandResult, HandSettled, WagerSettled


def settle_insurance(script: Script, *, dealer_has_blackjack: bool) -> None:
    """Settle every insurance wager: 2 to 1 on a dealer Blackjack, else lost (633a.8)."""
    for box in reversed(script.state.boxes):
        if box.insurance == "insured":
            stake = Cents(box.insurance_cents)
            paid = returned(stake, INSURANCE_PAYS) if dealer_has_blackjack else 0
            script.happen(
                WagerSettled(
                    seat=box.seat,
                    wager=INSURANCE,
                    outcome="win" if dealer_has_blackjack else "lose",
                    stake_cents=stake,
                    paid_cents=paid,
                    source="table",
                )
            )


def settle_even_money(script: Script, box: Box) -> None:
    """Pay a Blackjack 1 to 1 at once, without waiting for the dealer."""
    paid = returned(Cents(box.stake_cents), EVEN)
    _settle_hand(script, box, 0, "blackjack", paid)


def settle_bust(script: Script, box: Box, index: int) -> None:
    """Take the wager of a hand over 21 at once, whatever the dealer does later."""
    _settle_hand(script, box, index, "bust", 0)


def settle_surrender(script: Script, box: Box, index: int) -> None:
    """Return half the wager of a surrendered hand (633a.9)."""
    _settle_hand(script, box, index, "surrender", box.hands[index].stake_cents // 2)


def settle_hands(script: Script, rules: RoundRules) -> None:
    """Settle every Blackjack wager still open against the dealer's final hand (633a.13)."""
    for box in reversed(script.state.boxes):
        for index, hand in enumerate(box.hands):
            if hand.result is None:
                result = _compare(script, hand)
                paid = _hand_paid(rules, result, Cents(hand.stake_cents))
                _settle_hand(script, box, index, result, paid)


def dealer_has_blackjack(script: Script) -> bool:
    """Whether upcard and hole card are an ace and a ten-value card, in any order."""
    upcard, hole = script.state.dealer[0], script.state.hole_card
    return total((upcard, hole)).points == 21 and (is_ten_value(upcard) or is_ten_value(hole))


def _compare(script: Script, hand: Hand) -> HandResult:
    dealer = script.state.dealer
    dealer_blackjack = len(dealer) == 2 and total(dealer).points == 21
    if hand.is_blackjack:
        return "push" if dealer_blackjack else "blackjack"
    player_points, dealer_points = total(hand.cards).points, total(dealer).points
    if dealer_blackjack:
        return "lose"
    if dealer_points > 21 or player_points > dealer_points:
        return "win"
    return "push" if player_points == dealer_points else "lose"


def _hand_paid(rules: RoundRules, result: HandResult, stake: Cents) -> int:
    match result:
        case "blackjack":
            return returned(stake, rules.house.blackjack_pays)
        case "win":
            return returned(stake, EVEN)
        case "push":
            return stake
        case _:
            return 0


def _settle_hand(script: Script, box: Box, index: int, result: HandResult, paid_cents: int) -> None:
    script.happen(
        HandSettled(
            seat=box.seat,
            hand=index,
            result=result,
            stake_cents=box.hands[index].stake_cents,
            paid_cents=paid_cents,
        )
    )

"""What a fact makes of a round: a left fold, total over the round's facts, deciding nothing."""

from collections.abc import Callable

from msgspec.structs import replace

from table_app.game.hand import is_ace
from table_app.game.progressive import Meter, find, moved, with_meter
from table_app.game.round.state import Box, Hand, ReservedAward, RoundState, Settlement, Turn
from table_app.game.rules import BLACKJACK, INSURANCE
from table_app.money import MICROS_PER_CENT
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Card
from table_app.vocabulary.commands import WagerStake


def evolve(state: RoundState, fact: f.RoundFact) -> RoundState:  # noqa: C901, PLR0912 - one case per fact
    """The round after `fact`."""
    match fact:
        case f.CardDealt(seat, hand, card):
            dealt = _change_hand(state, seat, hand, lambda old: _with_card(old, card))
            return replace(_keep_first_three(dealt, seat), position=state.position + 1)
        case f.UpcardDealt(card):
            return replace(
                state,
                stage="dealing",
                dealer=(*state.dealer, card),
                position=state.position + 1,
            )
        case f.DealerDrew(card):
            return replace(state, dealer=(*state.dealer, card), position=state.position + 1)
        case f.HoleCardDealt(place):
            return replace(state, hole_place=place, position=state.position + 1)
        case f.HoleCardTurned(card):
            return replace(state, dealer=(*state.dealer, card), is_hole_shown=True)
        case f.TurnBegan(seat, hand):
            return replace(state, stage="decisions", turn=Turn(seat, hand))
        case f.HandStood(seat, hand):
            stood = _change_hand(state, seat, hand, lambda old: replace(old, has_stood=True))
            return replace(stood, turn=None)
        case f.HandDoubled(seat, hand, stake):
            return _change_hand(
                state, seat, hand, lambda old: replace(old, stake_cents=old.stake_cents + stake)
            )
        case f.HandSplit(seat, hand, stake):
            return _change_box(state, seat, lambda box: _split(box, hand, stake))
        case f.HandSettled(seat, hand, result, _, paid):
            settled = _change_hand(
                state, seat, hand, lambda old: replace(old, result=result, paid_cents=paid)
            )
            return replace(settled, turn=None)
        case f.WagerSettled(seat, wager, outcome, stake, paid):
            settlement = Settlement(wager, outcome, stake, paid)
            return _change_box(
                state,
                seat,
                lambda box: replace(box, settlements=(*box.settlements, settlement)),
            )
        case f.InsuranceOffered(seats):
            return _ask_insurance(state, seats)
        case f.InsuranceTaken(seat, stake):
            return _change_box(
                state,
                seat,
                lambda box: replace(box, insurance="insured", insurance_cents=stake),
            )
        case f.EvenMoneyTaken(seat):
            return _change_box(state, seat, lambda box: replace(box, insurance="even_money"))
        case f.InsuranceDeclined(seat):
            return _change_box(state, seat, lambda box: replace(box, insurance="declined"))
        case f.WagerPlaced(seat, wager, stake):
            return _place(state, seat, WagerStake(wager, stake))
        case f.MeterContributed(_, meter, amount, reserve):
            return _change_meter(state, meter, lambda old: moved(old, amount, reserve))
        case f.MeterRestarted():
            return _change_meter(state, fact.meter, lambda old: _restarted(old, fact))
        case f.AwardReserved():
            return _reserve(state, fact)
        case f.DynamicPaysDrawn(pays):
            return replace(state, stage="dealing", dynamic_pays=pays)
        case f.ExtraCardDealt(seat, card):
            extra = _change_box(state, seat, lambda box: replace(box, third=card))
            return replace(extra, position=state.position + 1)
        case f.BetsLocked():
            return replace(state, stage="dynamic")
        case f.HoleCardChecked():
            return replace(state, stage="dealing")
        case f.RoundClosed():
            return replace(state, stage="closed", turn=None)
        case f.HandHit() | f.HandSurrendered() | f.TimeExpired() | f.ProgressiveReconciled():
            return state


def _change_box(state: RoundState, seat: int, change: Callable[[Box], Box]) -> RoundState:
    boxes = tuple(change(box) if box.seat == seat else box for box in state.boxes)
    return replace(state, boxes=boxes)


def _change_hand(
    state: RoundState, seat: int, index: int, change: Callable[[Hand], Hand]
) -> RoundState:
    def change_box(box: Box) -> Box:
        hands = box.hands
        return replace(box, hands=(*hands[:index], change(hands[index]), *hands[index + 1 :]))

    return _change_box(state, seat, change_box)


def _with_card(hand: Hand, card: Card) -> Hand:
    return replace(hand, cards=(*hand.cards, card))


def _keep_first_three(state: RoundState, seat: int) -> RoundState:
    """Remember a box's first two cards, and the first card dealt to its first hand after them."""

    def keep(box: Box) -> Box:
        cards = box.hands[0].cards
        if len(box.first_two) < 2:
            return replace(box, first_two=cards)
        dealt = cards[1:] if box.hands[0].is_split else cards[2:]
        return replace(box, third=dealt[0]) if box.third is None and dealt else box

    return _change_box(state, seat, keep)


def _change_meter(state: RoundState, meter: str, change: Callable[[Meter], Meter]) -> RoundState:
    changed = change(find(state.meters, meter))
    return replace(state, meters=with_meter(state.meters, changed))


def _restarted(meter: Meter, fact: f.MeterRestarted) -> Meter:
    amount = fact.from_reserve_micros + fact.from_house_micros
    return replace(moved(meter, amount, -fact.from_reserve_micros), trigger=fact.trigger)


def _reserve(state: RoundState, fact: f.AwardReserved) -> RoundState:
    reserved = ReservedAward(
        fact.award, fact.seat, fact.wager, fact.outcome, fact.meter, fact.amount_cents
    )
    after = _change_box(state, fact.seat, lambda box: replace(box, awards=(*box.awards, reserved)))
    if fact.meter is not None:
        paid = -fact.amount_cents * MICROS_PER_CENT
        after = _change_meter(after, fact.meter, lambda old: moved(old, paid, 0))
    return replace(after, award_count=fact.award)


def _split(box: Box, index: int, stake_cents: int) -> Box:
    parent = box.hands[index]
    ace = is_ace(parent.cards[0])
    left = replace(parent, cards=parent.cards[:1], is_split=True, is_split_ace=ace)
    right = replace(left, cards=parent.cards[1:], stake_cents=stake_cents)
    return replace(box, hands=(*box.hands[:index], left, right, *box.hands[index + 1 :]))


def _place(state: RoundState, seat: int, placed: WagerStake) -> RoundState:
    if placed.wager == BLACKJACK:
        box = Box(
            seat=seat, stake_cents=placed.stake_cents, hands=(Hand(stake_cents=placed.stake_cents),)
        )
        return replace(state, boxes=(*state.boxes, box))
    assert placed.wager != INSURANCE
    return _change_box(state, seat, lambda box: replace(box, wagers=(*box.wagers, placed)))


def _ask_insurance(state: RoundState, seats: tuple[int, ...]) -> RoundState:
    boxes = tuple(
        replace(box, insurance="asked") if box.seat in seats else box for box in state.boxes
    )
    return replace(state, stage="insurance", boxes=boxes)

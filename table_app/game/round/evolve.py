"""What a fact makes of a round: a left fold, total over the round's facts, deciding nothing."""

from collections.abc import Callable
from typing import Never, cast

from msgspec.structs import replace

from table_app.game.hand import is_ace
from table_app.game.progressive import find, moved, with_meter
from table_app.game.round.state import Box, Hand, ReservedAward, RoundState, Turn
from table_app.game.rules import BLACKJACK
from table_app.money import MICROS_PER_CENT
from table_app.vocabulary import facts as f

Evolver = Callable[[RoundState, f.RoundFact], RoundState]


def evolve(state: RoundState, fact: f.RoundFact) -> RoundState:
    """The round after `fact`."""
    return _evolver[type(fact)](state, fact)


def _bets_locked(state: RoundState, _: f.BetsLocked) -> RoundState:
    return replace(state, stage="dynamic")


def _wagers_placed(state: RoundState, fact: f.WagersPlaced) -> RoundState:
    first, *side_wagers = fact.wagers
    assert first.wager == BLACKJACK
    stake = first.stake_cents
    hand = Hand(stake_cents=stake)
    box = Box(seat=fact.seat, stake_cents=stake, hands=(hand,), wagers=tuple(side_wagers))
    return replace(state, boxes=(*state.boxes, box))


def _meters_contributed(state: RoundState, fact: f.MetersContributed) -> RoundState:
    added = {part.meter: part for part in fact.parts}
    return replace(
        state,
        meters=tuple(
            moved(meter, part.amount_micros, part.reserve_micros)
            if (part := added.get(meter.meter)) is not None
            else meter
            for meter in state.meters
        ),
    )


def _meter_restarted(state: RoundState, fact: f.MeterRestarted) -> RoundState:
    meter = find(state.meters, fact.meter)
    amount = fact.from_reserve_micros + fact.from_house_micros
    restarted = replace(moved(meter, amount, -fact.from_reserve_micros), trigger=fact.trigger)
    return replace(state, meters=with_meter(state.meters, restarted))


def _dynamic_pays_drawn(state: RoundState, fact: f.DynamicPaysDrawn) -> RoundState:
    return replace(state, stage="dealing", dynamic_pays=fact.pays)


def _card_dealt(state: RoundState, fact: f.CardDealt) -> RoundState:
    """A box remembers its first two cards, and the first card dealt to its first hand after them."""
    box = _box(state, fact.seat)
    hand = box.hands[fact.hand]
    cards = (*hand.cards, fact.card)
    box = _with_hand(box, fact.hand, replace(hand, cards=cards))
    if len(box.first_two) < 2:
        box = replace(box, first_two=cards)
    elif box.third is None and fact.hand == 0:
        box = replace(box, third=fact.card)
    return replace(state, boxes=_boxes(state, box), position=state.position + 1)


def _upcard_dealt(state: RoundState, fact: f.UpcardDealt) -> RoundState:
    dealer = (*state.dealer, fact.card)
    return replace(state, stage="dealing", dealer=dealer, position=state.position + 1)


def _hole_card_dealt(state: RoundState, fact: f.HoleCardDealt) -> RoundState:
    return replace(state, hole_place=fact.place, position=state.position + 1)


def _hole_card_turned(state: RoundState, fact: f.HoleCardTurned) -> RoundState:
    return replace(state, dealer=(*state.dealer, fact.card), is_hole_shown=True)


def _dealer_drew(state: RoundState, fact: f.DealerDrew) -> RoundState:
    return replace(state, dealer=(*state.dealer, fact.card), position=state.position + 1)


def _extra_card_dealt(state: RoundState, fact: f.ExtraCardDealt) -> RoundState:
    box = replace(_box(state, fact.seat), third=fact.card)
    return replace(_with_box(state, box), position=state.position + 1)


def _insurance_offered(state: RoundState, fact: f.InsuranceOffered) -> RoundState:
    boxes = tuple(
        replace(box, insurance="asked") if box.seat in fact.seats else box for box in state.boxes
    )
    return replace(state, stage="insurance", boxes=boxes)


def _insurance_taken(state: RoundState, fact: f.InsuranceTaken) -> RoundState:
    box = _box(state, fact.seat)
    return _with_box(state, replace(box, insurance="insured", insurance_cents=fact.stake_cents))


def _even_money_taken(state: RoundState, fact: f.EvenMoneyTaken) -> RoundState:
    return _with_box(state, replace(_box(state, fact.seat), insurance="even_money"))


def _insurance_declined(state: RoundState, fact: f.InsuranceDeclined) -> RoundState:
    return _with_box(state, replace(_box(state, fact.seat), insurance="declined"))


def _hole_card_checked(state: RoundState, _: f.HoleCardChecked) -> RoundState:
    return replace(state, stage="dealing")


def _turn_began(state: RoundState, fact: f.TurnBegan) -> RoundState:
    return replace(state, stage="decisions", turn=Turn(fact.seat, fact.hand))


def _hand_stood(state: RoundState, fact: f.HandStood) -> RoundState:
    box = _box(state, fact.seat)
    stood = _with_hand(box, fact.hand, replace(box.hands[fact.hand], has_stood=True))
    return replace(state, boxes=_boxes(state, stood), turn=None)


def _hand_doubled(state: RoundState, fact: f.HandDoubled) -> RoundState:
    box = _box(state, fact.seat)
    hand = box.hands[fact.hand]
    doubled = replace(hand, stake_cents=hand.stake_cents + fact.stake_cents)
    return _with_box(state, _with_hand(box, fact.hand, doubled))


def _hand_split(state: RoundState, fact: f.HandSplit) -> RoundState:
    box = _box(state, fact.seat)
    parent = box.hands[fact.hand]
    ace = is_ace(parent.cards[0])
    left = replace(parent, cards=parent.cards[:1], is_split=True, is_split_ace=ace)
    right = replace(left, cards=parent.cards[1:], stake_cents=fact.stake_cents)
    hands = (*box.hands[: fact.hand], left, right, *box.hands[fact.hand + 1 :])
    return _with_box(state, replace(box, hands=hands))


def _hand_settled(state: RoundState, fact: f.HandSettled) -> RoundState:
    box = _box(state, fact.seat)
    hand = replace(box.hands[fact.hand], result=fact.result, paid_cents=fact.paid_cents)
    settled = _with_hand(box, fact.hand, hand)
    return replace(state, boxes=_boxes(state, settled), turn=None)


def _wager_settled(state: RoundState, fact: f.WagerSettled) -> RoundState:
    box = _box(state, fact.seat)
    return _with_box(state, replace(box, settlements=(*box.settlements, fact)))


def _award_reserved(state: RoundState, fact: f.AwardReserved) -> RoundState:
    box = _box(state, fact.seat)
    reserved = ReservedAward(
        fact.award, fact.seat, fact.wager, fact.outcome, fact.meter, fact.amount_cents
    )
    after = _with_box(state, replace(box, awards=(*box.awards, reserved)))
    meters = state.meters
    if fact.meter is not None:
        meter = find(meters, fact.meter)
        meters = with_meter(meters, moved(meter, -fact.amount_cents * MICROS_PER_CENT, 0))
    return replace(after, meters=meters, award_count=fact.award)


def _round_closed(state: RoundState, _: f.RoundClosed) -> RoundState:
    return replace(state, stage="closed", turn=None)


def _unchanged(state: RoundState, _: f.RoundFact) -> RoundState:
    return state


_EVOLVERS: dict[type, Callable[[RoundState, Never], RoundState]] = {
    f.BetsLocked: _bets_locked,
    f.ProgressiveReconciled: _unchanged,
    f.WagersPlaced: _wagers_placed,
    f.MetersContributed: _meters_contributed,
    f.MeterRestarted: _meter_restarted,
    f.DynamicPaysDrawn: _dynamic_pays_drawn,
    f.CardDealt: _card_dealt,
    f.UpcardDealt: _upcard_dealt,
    f.HoleCardDealt: _hole_card_dealt,
    f.InsuranceOffered: _insurance_offered,
    f.InsuranceTaken: _insurance_taken,
    f.EvenMoneyTaken: _even_money_taken,
    f.InsuranceDeclined: _insurance_declined,
    f.TimeExpired: _unchanged,
    f.HoleCardChecked: _hole_card_checked,
    f.TurnBegan: _turn_began,
    f.HandHit: _unchanged,
    f.HandStood: _hand_stood,
    f.HandDoubled: _hand_doubled,
    f.HandSplit: _hand_split,
    f.HandSurrendered: _unchanged,
    f.HoleCardTurned: _hole_card_turned,
    f.DealerDrew: _dealer_drew,
    f.ExtraCardDealt: _extra_card_dealt,
    f.WagerSettled: _wager_settled,
    f.AwardReserved: _award_reserved,
    f.HandSettled: _hand_settled,
    f.RoundClosed: _round_closed,
}
"""A table, not a match: a round is some 150 facts, and each would walk half of the cases."""

_evolver = cast("dict[type, Evolver]", _EVOLVERS)


def _box(state: RoundState, seat: int) -> Box:
    for box in state.boxes:
        if box.seat == seat:
            return box
    raise KeyError(seat)


def _boxes(state: RoundState, changed: Box) -> tuple[Box, ...]:
    seat = changed.seat
    return tuple([changed if box.seat == seat else box for box in state.boxes])


def _with_box(state: RoundState, changed: Box) -> RoundState:
    return replace(state, boxes=_boxes(state, changed))


def _with_hand(box: Box, index: int, changed: Hand) -> Box:
    if len(box.hands) == 1:
        return replace(box, hands=(changed,))
    return replace(box, hands=(*box.hands[:index], changed, *box.hands[index + 1 :]))

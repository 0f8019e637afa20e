"""A round's answer to a command: facts up to the next human decision, or a refusal. Pure."""

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct

from table_app.game.hand import total
from table_app.game.round.legal import why_no_even_money, why_no_insurance, why_not
from table_app.game.round.lock import lock
from table_app.game.round.play import (
    deal,
    go_on_after_deal,
    go_on_after_insurance,
    go_on_with_hands,
)
from table_app.game.round.script import Script
from table_app.game.round.settle import settle_even_money, settle_surrender
from table_app.game.round.state import Box, RoundState, Turn
from table_app.game.rules import RoundRules
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import Action


class RoundDecision(Struct, frozen=True):
    """What a command made happen, and the round after it."""

    facts: tuple[f.RoundFact, ...]
    state: RoundState


def lock_bets(
    rules: RoundRules, state: RoundState, command: c.LockBets, credits_cents: Mapping[int, int]
) -> RoundDecision:
    """Take the table's wagers and deal, unless the generator owes Dynamic pays first.

    `credits_cents` is each seat's credit before its wagers. The caller has checked limits and
    credit: this cannot be refused.
    """
    assert state.stage == "betting"
    script = Script(state)
    lock(script, rules, command)
    if not owes_dynamic_pays(rules, script.state):
        left_cents = {
            box.seat: credits_cents[box.seat] - box.staked_cents for box in script.state.boxes
        }
        deal(script)
        go_on_after_deal(script, rules, left_cents)
    return RoundDecision(tuple(script.facts), script.state)


def draw_dynamic_pays(
    rules: RoundRules,
    state: RoundState,
    command: c.DrawDynamicPays,
    credits_cents: Mapping[int, int],
) -> RoundDecision | Refusal:
    """Freeze this round's Dynamic pays and deal (633b.25(g))."""
    if state.stage != "dynamic" or not owes_dynamic_pays(rules, state):
        return Refusal("not_in_this_state")
    script = Script(state)
    script.happen(f.DynamicPaysDrawn(command.pays))
    deal(script)
    go_on_after_deal(script, rules, credits_cents)
    return RoundDecision(tuple(script.facts), script.state)


def owes_dynamic_pays(rules: RoundRules, state: RoundState) -> bool:
    """Whether a wager with Dynamic pays is in play and they are not drawn."""
    return not state.dynamic_pays and any(
        (offered := rules.offer(placed.wager)) is not None and offered.has_dynamic_pays
        for box in state.boxes
        for placed in box.wagers
    )


def decide(
    rules: RoundRules, state: RoundState, command: c.RoundCommand, credit_cents: int
) -> RoundDecision | Refusal:
    """What `command` makes of the round; `credit_cents` is the credit of its seat."""
    box = state.box(command.seat)
    if box is None or state.stage not in ("insurance", "decisions"):
        return Refusal("no_round")
    script = Script(state)
    if isinstance(command, c.ExpireTime):
        refusal = _expire(script, rules, box)
    elif isinstance(command, c.InsuranceCommand):
        refusal = _answer_insurance(script, rules, box, command, credit_cents)
    else:
        refusal = _decide_hand(script, rules, box, command, credit_cents)
    return refusal or RoundDecision(tuple(script.facts), script.state)


def owes_answer(state: RoundState, seat: int) -> bool:
    """Whether the round waits for this seat: on insurance, or with its hand."""
    box = state.box(seat)
    if box is None:
        return False
    if state.stage == "insurance":
        return box.insurance == "asked"
    return state.stage == "decisions" and state.turn is not None and state.turn.seat == seat


def action_of(command: c.HandCommand) -> Action:
    """The decision that a command asks for."""
    match command:
        case c.Hit():
            return "hit"
        case c.Stand():
            return "stand"
        case c.Double():
            return "double"
        case c.Split():
            return "split"
        case c.Surrender():
            return "surrender"
        case _:
            assert_never(command)


def _expire(script: Script, rules: RoundRules, box: Box) -> Refusal | None:
    """The safe answer of a silent seat: no insurance, and its hand stands."""
    if not owes_answer(script.state, box.seat):
        return Refusal("not_your_turn")
    script.happen(f.TimeExpired(box.seat))
    if script.state.stage == "insurance":
        script.happen(f.InsuranceDeclined(box.seat))
        _go_on_when_all_answered(script, rules)
    else:
        turn = script.state.turn
        assert turn is not None
        script.happen(f.HandStood(box.seat, turn.hand))
        go_on_with_hands(script, rules)
    return None


def _answer_insurance(
    script: Script,
    rules: RoundRules,
    box: Box,
    command: c.InsuranceCommand,
    credit_cents: int,
) -> Refusal | None:
    state = script.state
    match command:
        case c.TakeInsurance(seat, stake):
            refusal = why_no_insurance(rules, state, box, stake, credit_cents)
            if refusal is None:
                script.happen(f.InsuranceTaken(seat, stake))
        case c.TakeEvenMoney(seat):
            refusal = why_no_even_money(rules, state, box)
            if refusal is None:
                script.happen(f.EvenMoneyTaken(seat))
                settle_even_money(script, box)
        case c.DeclineInsurance(seat):
            asked = state.stage == "insurance" and box.insurance == "asked"
            refusal = None if asked else Refusal("not_offered")
            if refusal is None:
                script.happen(f.InsuranceDeclined(seat))
        case _:
            assert_never(command)
    if refusal is None:
        _go_on_when_all_answered(script, rules)
    return refusal


def _go_on_when_all_answered(script: Script, rules: RoundRules) -> None:
    if not any(box.insurance == "asked" for box in script.state.boxes):
        go_on_after_insurance(script, rules)


def _decide_hand(
    script: Script, rules: RoundRules, box: Box, command: c.HandCommand, credit_cents: int
) -> Refusal | None:
    seat, index = command.seat, command.hand
    if script.state.stage != "decisions" or script.state.turn != Turn(seat, index):
        return Refusal("not_your_turn")
    refusal = why_not(rules.house, box, index, action_of(command), credit_cents)
    if refusal is not None:
        return refusal
    _act(script, box, command)
    go_on_with_hands(script, rules)
    return None


def _act(script: Script, box: Box, command: c.HandCommand) -> None:
    seat, index = command.seat, command.hand
    stake = box.hands[index].stake_cents
    match command:
        case c.Hit():
            script.happen(f.HandHit(seat, index))
            script.happen(f.CardDealt(seat, index, script.next_card()))
        case c.Stand():
            script.happen(f.HandStood(seat, index))
        case c.Double():
            script.happen(f.HandDoubled(seat, index, stake))
            script.happen(f.CardDealt(seat, index, script.next_card()))
            _stand_unless_bust(script, seat, index)
        case c.Split():
            script.happen(f.HandSplit(seat, index, stake))
        case c.Surrender():
            script.happen(f.HandSurrendered(seat, index))
            settle_surrender(script, box, index)
        case _:
            assert_never(command)


def _stand_unless_bust(script: Script, seat: int, index: int) -> None:
    box = script.state.box(seat)
    assert box is not None
    if not total(box.hands[index].cards).is_bust:
        script.happen(f.HandStood(seat, index))

"""The table's answer to a command that is journaled: facts and the state after them, or why not."""

from msgspec import Struct

from table_app.game.round.decide import RoundDecision, lock_and_deal
from table_app.game.round.decide import decide as decide_round
from table_app.game.rules import BLACKJACK
from table_app.table.evolve import fold, in_round
from table_app.table.layout import Layout, why_no_deal, why_no_layout
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.refusals import Refusal


class Decision(Struct, frozen=True):
    """What a command made happen, and the table after it."""

    facts: tuple[f.Fact, ...]
    state: TableState


def decide(setup: TableSetup, state: TableState, command: c.JournaledCommand) -> Decision | Refusal:
    """What `command` makes of the table, up to the next human decision. Pure."""
    match command:
        case c.OpenTable():
            decided = _open_table(state, command)
        case c.OpenBets(shoe):
            decided = _open_bets(state, shoe)
        case c.AddDemoCredit(seat, amount):
            decided = _add_demo_credit(setup, seat, amount)
        case c.LockBets(wagers):
            return _of_table(state, _lock(setup, state, wagers))
        case _:
            return _of_table(state, _in_round(setup, state, command))
    return decided if isinstance(decided, Refusal) else Decision(decided, fold(state, decided))


def _of_table(state: TableState, decided: RoundDecision | Refusal) -> Decision | Refusal:
    if isinstance(decided, Refusal):
        return decided
    return Decision(decided.facts, in_round(state, decided.facts, decided.state))


def _open_table(state: TableState, command: c.OpenTable) -> tuple[f.Fact, ...] | Refusal:
    if state.opened is not None:
        return Refusal("not_in_this_state")
    return (
        f.TableOpened(
            table=command.table,
            engine_sha256=command.engine_sha256,
            rules_sha256=command.rules_sha256,
            is_demo=command.is_demo,
            decks=command.decks,
            paytables=command.paytables,
        ),
    )


def _open_bets(state: TableState, shoe: Shoe) -> tuple[f.Fact, ...] | Refusal:
    is_busy = state.round is not None and state.round.stage != "closed"
    if state.opened is None or is_busy:
        return Refusal("not_in_this_state")
    number = state.round.round + 1 if state.round else 1
    return (f.BetsOpened(number, shoe),)


def _add_demo_credit(
    setup: TableSetup, seat: int, amount_cents: int
) -> tuple[f.Fact, ...] | Refusal:
    if not setup.is_demo:
        return Refusal("not_a_demo")
    assert 1 <= seat <= setup.seats
    assert amount_cents > 0
    return (f.DemoCreditAdded(seat, amount_cents),)


def _lock(
    setup: TableSetup, state: TableState, wagers: tuple[c.SeatWagers, ...]
) -> RoundDecision | Refusal:
    if state.round is None or state.round.stage != "betting":
        return Refusal("bets_closed")
    if not wagers:
        return Refusal("no_wager")
    seats = tuple(seat.seat for seat in wagers)
    if seats != tuple(sorted(set(seats))) or not set(seats) <= set(range(1, setup.seats + 1)):
        return Refusal("not_this_seat")
    credits_cents: dict[int, int] = {}
    for seat in wagers:
        credit = state.credit_cents(seat.seat)
        refusal = why_no_layout(setup, seat.wagers, credit) or why_no_deal(
            setup, Layout(wagers=seat.wagers)
        )
        if refusal:
            return refusal
        if seat.wagers[0].wager != BLACKJACK:
            return Refusal("blackjack_wager_first")  # 633a.6(d)
        credits_cents[seat.seat] = credit - sum(placed.stake_cents for placed in seat.wagers)
    return lock_and_deal(setup.rules, state.round, wagers, credits_cents)


def _in_round(
    setup: TableSetup, state: TableState, command: c.RoundCommand
) -> RoundDecision | Refusal:
    if state.round is None:
        return Refusal("no_round")
    if not 1 <= command.seat <= setup.seats:
        return Refusal("not_this_seat")
    credit = state.credit_cents(command.seat)
    return decide_round(setup.rules, state.round, command, credit)

"""The table's answer to a command that is journaled: facts and the state after them, or why not."""

from msgspec import Struct

from table_app.game.round.decide import RoundDecision, draw_dynamic_pays, lock_bets
from table_app.game.round.decide import decide as decide_round
from table_app.game.rules import BLACKJACK
from table_app.ledger.postings import Transfer, all_transfers
from table_app.table.evolve import absorb, fold
from table_app.table.layout import Layout, why_no_bets, why_no_deal, why_no_layout
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.refusals import Refusal


class Decision(Struct, frozen=True):
    """What a command made happen, the table after it, and the money that moved."""

    facts: tuple[f.Fact, ...]
    state: TableState
    transfers: tuple[Transfer, ...]


def decide(setup: TableSetup, state: TableState, command: c.JournaledCommand) -> Decision | Refusal:
    """What `command` makes of the table, up to the next human decision. Pure."""
    if state.is_over:
        return Refusal("not_in_this_state")
    if isinstance(command, c.TableCommand):
        facts = _of_table(setup, state, command)
        if isinstance(facts, Refusal):
            return facts
        return Decision(facts, fold(state, facts), all_transfers(facts))
    match command:
        case c.LockBets():
            return _of_round(state, _lock(setup, state, command))
        case c.DrawDynamicPays():
            return _of_round(state, _draw_dynamic_pays(setup, state, command))
        case _:
            return _of_round(state, _in_round(setup, state, command))


def _of_table(
    setup: TableSetup, state: TableState, command: c.TableCommand
) -> tuple[f.Fact, ...] | Refusal:
    """What a command makes of the table around the rounds."""
    match command:
        case c.OpenTable():
            return _open_table(state, command)
        case c.CloseEpoch():
            return _close_epoch(state, command)
        case c.OpenBets(shoe):
            return _open_bets(state, shoe)
        case c.AddDemoCredit(seat, amount):
            return _add_demo_credit(setup, seat, amount)
        case c.CloseAward():
            return _close_award(state, command)
        case c.EndSession(seat):
            return _end_session(state, seat)


def _of_round(state: TableState, decided: RoundDecision | Refusal) -> Decision | Refusal:
    """A decision of the round, as the table's."""
    if isinstance(decided, Refusal):
        return decided
    moved = all_transfers(decided.facts)
    after = absorb(state, decided.facts, decided.state, moved)
    return Decision(decided.facts, after, moved)


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
        *((f.EpochCarried(command.carried),) if command.carried else ()),
        *(
            f.MeterOpened(start.meter, start.amount_micros, start.reserve_micros, start.trigger)
            for start in command.meters
        ),
    )


def _close_epoch(state: TableState, command: c.CloseEpoch) -> tuple[f.Fact, ...] | Refusal:
    """Between rounds only, and not while an award waits: what is carried has no cards in it."""
    if state.awards:
        return Refusal("award_pending")
    if state.opened is None or (state.round and state.round.stage not in {"betting", "closed"}):
        return Refusal("not_in_this_state")
    return (f.EpochClosed(command.engine_sha256, command.rules_sha256),)


def _open_bets(state: TableState, shoe: Shoe) -> tuple[f.Fact, ...] | Refusal:
    is_busy = state.round is not None and state.round.stage != "closed"
    if state.opened is None or is_busy:
        return Refusal("not_in_this_state")
    return (f.BetsOpened(state.last_round + 1, shoe),)


def _add_demo_credit(
    setup: TableSetup, seat: int, amount_cents: int
) -> tuple[f.Fact, ...] | Refusal:
    if not setup.is_demo:
        return Refusal("not_a_demo")
    assert 1 <= seat <= setup.seats
    assert amount_cents > 0
    return (f.DemoCreditAdded(seat, amount_cents),)


def _lock(setup: TableSetup, state: TableState, command: c.LockBets) -> RoundDecision | Refusal:
    wagers = command.wagers
    if state.round is None or state.round.stage != "betting":
        return Refusal("bets_closed")
    if not wagers:
        return Refusal("no_wager")
    seats = tuple(seat.seat for seat in wagers)
    if seats != tuple(sorted(set(seats))) or not set(seats) <= set(range(1, setup.seats + 1)):
        return Refusal("not_this_seat")
    for seat in wagers:
        credit = state.credit_cents(seat.seat)
        refusal = (
            why_no_bets(state, seat.seat)
            or why_no_layout(setup, seat.wagers, credit)
            or why_no_deal(setup, Layout(wagers=seat.wagers))
        )
        if refusal:
            return refusal
        if seat.wagers[0].wager != BLACKJACK:
            return Refusal("blackjack_wager_first")  # 633a.6(d)
    credits_cents = {seat: state.credit_cents(seat) for seat in seats}
    return lock_bets(setup.rules, state.round, command, credits_cents)


def _draw_dynamic_pays(
    setup: TableSetup, state: TableState, command: c.DrawDynamicPays
) -> RoundDecision | Refusal:
    if state.round is None:
        return Refusal("no_round")
    credits_cents = {box.seat: state.credit_cents(box.seat) for box in state.round.boxes}
    return draw_dynamic_pays(setup.rules, state.round, command, credits_cents)


def _close_award(state: TableState, command: c.CloseAward) -> tuple[f.Fact, ...] | Refusal:
    """Pay a reserved award once its round is over: two different people have validated it."""
    waiting = next(
        (award for award in state.awards_of(command.seat) if award.award == command.award), None
    )
    if waiting is None:
        return Refusal("no_award")
    box = state.round.box(command.seat) if state.round else None
    is_open_round = state.round is not None and state.round.stage != "closed"
    if is_open_round and box is not None and waiting in box.awards:
        return Refusal("not_in_this_state")
    if not _are_two_people(command.attendant, command.supervisor):
        return Refusal("two_people")
    return (
        f.AwardClosed(
            seat=command.seat,
            award=command.award,
            method=command.method,
            is_from_meter=waiting.meter is not None,
            amount_cents=waiting.amount_cents,
            attendant=command.attendant,
            supervisor=command.supervisor,
        ),
    )


def _are_two_people(one: str, other: str) -> bool:
    """Whether both are named, and are not one name in capitals or with spaces around it."""
    names = {one.strip().casefold(), other.strip().casefold()}
    return len(names) == 2 and "" not in names


def _end_session(state: TableState, seat: int) -> tuple[f.Fact, ...] | Refusal:
    """Only a seat that owns nothing can have been left."""
    if not state.session(seat).is_open or state.owned_cents(seat):
        return Refusal("not_in_this_state")
    return (f.SessionEnded(seat),)


def _in_round(
    setup: TableSetup, state: TableState, command: c.RoundCommand
) -> RoundDecision | Refusal:
    if state.round is None:
        return Refusal("no_round")
    if not 1 <= command.seat <= setup.seats:
        return Refusal("not_this_seat")
    credit = state.credit_cents(command.seat)
    return decide_round(setup.rules, state.round, command, credit)

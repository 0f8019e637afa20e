"""What a fact makes of the table. Credits move by the ledger's own postings, never beside them."""

from msgspec.structs import replace

from table_app.game.round.evolve import RoundFact
from table_app.game.round.evolve import evolve as evolve_round
from table_app.game.round.state import RoundState
from table_app.game.rules import BLACKJACK
from table_app.ledger.accounts import credit_seat
from table_app.ledger.postings import transfers
from table_app.money import Micros, cents
from table_app.table.state import TableState
from table_app.vocabulary import facts as f
from table_app.vocabulary.commands import SeatWagers, WagerStake


def evolve(state: TableState, fact: f.Fact) -> TableState:
    """The table after `fact`."""
    match fact:
        case f.TableOpened():
            return replace(state, opened=fact)
        case f.DemoCreditAdded():
            return replace(state, credits_cents=_after(state.credits_cents, fact))
        case f.BetsOpened(number, shoe):
            return replace(
                state,
                round=RoundState(round=number, shoe=shoe),
                previous=state.round,
                round_facts=(),
            )
        case _:
            assert state.round is not None
            return in_round(state, (fact,), evolve_round(state.round, fact))


def fold(state: TableState, facts: tuple[f.Fact, ...]) -> TableState:
    """The table after all of `facts`."""
    for fact in facts:
        state = evolve(state, fact)
    return state


def in_round(state: TableState, facts: tuple[RoundFact, ...], evolved: RoundState) -> TableState:
    """The table after facts of its round, which has become `evolved` by them."""
    credits_cents, before_cents = state.credits_cents, state.credits_before_cents
    for fact in facts:
        if isinstance(fact, f.BetsLocked):
            before_cents = credits_cents
        credits_cents = _after(credits_cents, fact)
    return replace(
        state,
        credits_cents=credits_cents,
        credits_before_cents=before_cents,
        round=evolved,
        round_facts=(*state.round_facts, *facts),
        last_wagers=_wagers_to_repeat(state, evolved),
    )


def _wagers_to_repeat(state: TableState, evolved: RoundState) -> tuple[SeatWagers, ...]:
    """What each seat placed in the last round that it played, for its Repeat button."""
    if evolved.stage != "closed":
        return state.last_wagers
    kept = {wagers.seat: wagers for wagers in state.last_wagers}
    for box in evolved.boxes:
        placed = WagerStake(BLACKJACK, box.stake_cents)
        kept[box.seat] = SeatWagers(box.seat, (placed, *box.wagers))
    return tuple(kept[seat] for seat in sorted(kept))


def _after(credits_cents: tuple[int, ...], fact: f.Fact) -> tuple[int, ...]:
    """The credits after the money of `fact` has moved."""
    moved = transfers(fact)
    if not moved:
        return credits_cents
    changed = list(credits_cents)
    for transfer in moved:
        amount = cents(Micros(transfer.amount_micros))
        if (seat := credit_seat(transfer.debit)) is not None:
            changed[seat - 1] -= amount
        if (seat := credit_seat(transfer.credit)) is not None:
            changed[seat - 1] += amount
    assert min(changed) >= 0
    return tuple(changed)

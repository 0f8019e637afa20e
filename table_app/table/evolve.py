"""What a fact makes of the table. Credits move by the ledger's own postings, never beside them."""

from msgspec.structs import replace

from table_app.game.progressive import Meter
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
            return _with_money(state, fact)
        case f.MeterOpened(name, amount, reserve, trigger):
            opened = Meter(name, amount, reserve, trigger)
            return replace(state, meters=(*state.meters, opened))
        case f.AwardClosed(_, award):
            left = tuple(waiting for waiting in state.awards if waiting.award != award)
            return _drop_held_rounds(replace(_with_money(state, fact), awards=left))
        case f.BetsOpened(number, shoe):
            return replace(
                state,
                round=RoundState(
                    round=number, shoe=shoe, meters=state.meters, award_count=state.award_count
                ),
                previous=state.round,
                round_facts=(),
            )
        case f.BetsLocked():
            before = replace(
                state, credits_before_cents=state.credits_cents, meters_before=state.meters
            )
            return _in_round(before, fact)
        case f.AwardReserved():
            reserved = _in_round(state, fact)
            assert reserved.round is not None
            box = reserved.round.box(fact.seat)
            assert box is not None
            return replace(reserved, awards=(*state.awards, box.awards[-1]))
        case f.RoundClosed():
            return _hold_round(_keep_wagers(_in_round(state, fact)))
        case _:
            return _in_round(_with_money(state, fact), fact)


def fold(state: TableState, facts: tuple[f.Fact, ...]) -> TableState:
    """The table after all of `facts`."""
    for fact in facts:
        state = evolve(state, fact)
    return state


def _in_round(state: TableState, fact: f.RoundFact) -> TableState:
    assert state.round is not None
    after = evolve_round(state.round, fact)
    return replace(
        state,
        round=after,
        round_facts=(*state.round_facts, fact),
        meters=after.meters,
        award_count=after.award_count,
    )


def _keep_wagers(state: TableState) -> TableState:
    """Remember what each seat of the closed round had placed, for its Repeat button."""
    assert state.round is not None
    kept = {wagers.seat: wagers for wagers in state.last_wagers}
    for box in state.round.boxes:
        placed = WagerStake(BLACKJACK, box.stake_cents)
        kept[box.seat] = SeatWagers(box.seat, (placed, *box.wagers))
    return replace(state, last_wagers=tuple(kept[seat] for seat in sorted(kept)))


def _hold_round(state: TableState) -> TableState:
    """Keep the cards of a round whose awards wait, for the seats that they lock."""
    assert state.round is not None
    if not any(box.awards for box in state.round.boxes):
        return state
    return _drop_held_rounds(replace(state, held_rounds=(*state.held_rounds, state.round)))


def _drop_held_rounds(state: TableState) -> TableState:
    waiting = {award.award for award in state.awards}
    held = tuple(
        each
        for each in state.held_rounds
        if any(award.award in waiting for box in each.boxes for award in box.awards)
    )
    return replace(state, held_rounds=held)


def _with_money(state: TableState, fact: f.Fact) -> TableState:
    moved = transfers(fact)
    if not moved:
        return state
    credit = list(state.credits_cents)
    for transfer in moved:
        if (seat := credit_seat(transfer.debit)) is not None:
            credit[seat - 1] -= cents(Micros(transfer.amount_micros))
        if (seat := credit_seat(transfer.credit)) is not None:
            credit[seat - 1] += cents(Micros(transfer.amount_micros))
    assert min(credit) >= 0
    return replace(state, credits_cents=tuple(credit))

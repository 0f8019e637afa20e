"""What a fact makes of the table. Credits move by the ledger's own postings, never beside them."""

from msgspec.structs import replace

from table_app.game.progressive import Meter
from table_app.game.round.evolve import evolve as evolve_round
from table_app.game.round.state import RoundState
from table_app.game.rules import BLACKJACK
from table_app.ledger.accounts import SEATS_OF_CREDITS
from table_app.ledger.postings import Transfer, transfers
from table_app.money import Micros, cents
from table_app.table.state import NOBODY, TableState
from table_app.vocabulary import facts as f
from table_app.vocabulary.commands import Carried, PlaySession, SeatWagers, WagerStake


def evolve(state: TableState, fact: f.Fact) -> TableState:
    """The table after `fact`."""
    match fact:
        case f.TableOpened():
            assert state.opened is None, "a table is opened once in an epoch"
            return replace(state, opened=fact)
        case f.EpochCarried(carried):
            return _carry(_with_money(state, transfers(fact)), carried)
        case f.EpochClosed():
            return replace(state, is_over=True)
        case f.MeterOpened(name, amount, reserve, trigger):
            opened = Meter(name, amount, reserve, trigger)
            return replace(state, meters=(*state.meters, opened))
        case f.DemoCreditAdded(seat, amount):
            return _fund(_with_money(state, transfers(fact)), seat, amount)
        case f.AwardClosed(seat, award):
            left = tuple(waiting for waiting in state.awards if waiting.award != award)
            paid = replace(_with_money(state, transfers(fact)), awards=left)
            if fact.method == "by_hand":
                paid = _fund(paid, seat, -fact.amount_cents)
            return _drop_held_rounds(paid)
        case f.SessionEnded(seat):
            others = tuple(wagers for wagers in state.last_wagers if wagers.seat != seat)
            return replace(_with_session(state, seat, NOBODY), last_wagers=others)
        case f.BetsOpened(number, shoe):
            return replace(
                state,
                round=RoundState(
                    round=number, shoe=shoe, meters=state.meters, award_count=state.award_count
                ),
                previous=state.round,
                round_facts=(),
            )
        case _:
            assert state.round is not None
            return absorb(state, (fact,), evolve_round(state.round, fact), transfers(fact))


def fold(state: TableState, facts: tuple[f.Fact, ...]) -> TableState:
    """The table after all of `facts`."""
    for fact in facts:
        state = evolve(state, fact)
    return state


def absorb(
    state: TableState,
    facts: tuple[f.RoundFact, ...],
    after: RoundState,
    moved: tuple[Transfer, ...],
) -> TableState:
    """The table after facts of its round: `after` is the round after them, `moved` their money."""
    if isinstance(facts[0], f.BetsLocked):
        state = replace(state, credits_before_cents=state.credits_cents, meters_before=state.meters)
    new_awards = tuple(
        award for box in after.boxes for award in box.awards if award.award > state.award_count
    )
    absorbed = replace(
        _with_money(state, moved),
        round=after,
        round_facts=state.round_facts + facts,
        meters=after.meters,
        awards=state.awards + tuple(sorted(new_awards, key=lambda award: award.award)),
        award_count=after.award_count,
    )
    is_closed = isinstance(facts[-1], f.RoundClosed)
    return _hold_round(_keep_wagers(absorbed)) if is_closed else absorbed


def _carry(state: TableState, carried: Carried) -> TableState:
    """The table as the epoch before this one left it, without its cards."""
    return replace(
        state,
        rounds_before=carried.round,
        award_count=carried.award,
        meters=tuple(
            Meter(start.meter, start.amount_micros, start.reserve_micros, start.trigger)
            for start in carried.meters
        ),
        sessions=carried.sessions,
        last_wagers=carried.last_wagers,
    )


def _fund(state: TableState, seat: int, amount_cents: int) -> TableState:
    """Money came to a seat from outside the game, or left it: its session's net is reckoned from it."""
    session = state.session(seat)
    first_round = session.first_round
    if not first_round:
        is_closed = state.round is None or state.round.stage == "closed"
        first_round = state.last_round + (1 if is_closed else 0)
    funded = PlaySession(session.funded_cents + amount_cents, first_round)
    return _with_session(state, seat, funded)


def _with_session(state: TableState, seat: int, session: PlaySession) -> TableState:
    sessions = (*state.sessions[: seat - 1], session, *state.sessions[seat:])
    return replace(state, sessions=sessions)


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


def _with_money(state: TableState, moved: tuple[Transfer, ...]) -> TableState:
    if not moved:
        return state
    changes_micros: dict[int, int] = {}
    seat_of = SEATS_OF_CREDITS.get
    for transfer in moved:
        if (seat := seat_of(transfer.debit)) is not None:
            changes_micros[seat] = changes_micros.get(seat, 0) - transfer.amount_micros
        elif (seat := seat_of(transfer.credit)) is not None:
            changes_micros[seat] = changes_micros.get(seat, 0) + transfer.amount_micros
    after = list(state.credits_cents)
    for seat, change in changes_micros.items():
        after[seat - 1] += cents(Micros(change))
    assert min(after) >= 0
    return replace(state, credits_cents=tuple(after))

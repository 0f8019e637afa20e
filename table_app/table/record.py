"""The round record: what a player's review, a dispute and an auditor read. Built when it closes.

One JSON document in parts, so that one seat's round can be shown without its neighbours' money:
`table` opens the shoe; `seat-N` holds that seat's wagers, decisions, settlements and credit.
"""

import msgspec
from msgspec import Struct

from table_app.game.round.state import Box, ReservedAward
from table_app.game.rules import BLACKJACK
from table_app.table.state import TableState
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Card
from table_app.vocabulary.commands import DynamicPay, WagerStake


class ShoeRecord(Struct, frozen=True):
    """The shoe, opened: `commitment` is SHA-256 of the salt's bytes and the cards as ASCII."""

    shoe_id: str
    commitment: str
    salt_hex: str
    cards: str
    cards_dealt: int


class MeterRecord(Struct, frozen=True):
    """A progressive meter and its reserve before the lock and after the round, micro-dollars."""

    meter: str
    before_micros: int
    after_micros: int
    reserve_before_micros: int
    reserve_after_micros: int


class TriggerRecord(Struct, frozen=True):
    """A must-hit-by trigger that was hit, opened: `commitment` is SHA-256 of salt and text."""

    meter: str
    commitment: str
    salt_hex: str
    amount_cents: int


class TablePart(Struct, frozen=True):
    """What the whole table saw."""

    round: int
    table: str
    is_demo: bool
    engine_sha256: str
    rules_sha256: str
    decks: int
    paytables: tuple[tuple[str, str], ...]
    shoe: ShoeRecord
    seats: tuple[int, ...]
    dealer: tuple[Card, ...]
    dynamic_pays: tuple[DynamicPay, ...]
    reconciled: tuple[f.ProgressiveReconciled, ...]
    meters: tuple[MeterRecord, ...]
    triggers_hit: tuple[TriggerRecord, ...]


class HandRecord(Struct, frozen=True):
    """One hand at the end of its round."""

    cards: tuple[Card, ...]
    stake_cents: int
    result: str
    paid_cents: int


class SettlementRecord(Struct, frozen=True):
    """A side wager or insurance: `outcome` is the row of `paytable` (None for insurance)."""

    wager: str
    paytable: str | None
    outcome: str
    stake_cents: int
    paid_cents: int


class SeatPart(Struct, frozen=True):
    """One seat's round; `story` are the facts that it saw and that are its own, in order.

    The cards of the dealer are in it, the cards and wagers of other seats are not.
    """

    round: int
    seat: int
    credit_before_cents: int
    credit_after_cents: int
    wagers: tuple[WagerStake, ...]
    hands: tuple[HandRecord, ...]
    settlements: tuple[SettlementRecord, ...]
    awards: tuple[ReservedAward, ...]
    story: tuple[f.RoundFact, ...]


def record_parts(state: TableState) -> tuple[tuple[str, bytes], ...]:
    """Name and JSON bytes of each part, for a table whose round has just closed."""
    assert state.round is not None
    assert state.round.stage == "closed"
    seats = (
        (f"seat-{box.seat}", msgspec.json.encode(_seat_part(state, box)))
        for box in state.round.boxes
    )
    return (("table", msgspec.json.encode(_table_part(state))), *seats)


def _table_part(state: TableState) -> TablePart:
    opened, closed = state.opened, state.round
    assert opened is not None
    assert closed is not None
    shoe = closed.shoe
    return TablePart(
        round=closed.round,
        table=opened.table,
        is_demo=opened.is_demo,
        engine_sha256=opened.engine_sha256,
        rules_sha256=opened.rules_sha256,
        decks=opened.decks,
        paytables=opened.paytables,
        shoe=ShoeRecord(
            shoe_id=shoe.shoe_id,
            commitment=shoe.commitment,
            salt_hex=shoe.salt.hex(),
            cards="".join(shoe.cards),
            cards_dealt=closed.position,
        ),
        seats=tuple(box.seat for box in closed.boxes),
        dealer=closed.dealer,
        dynamic_pays=closed.dynamic_pays,
        reconciled=tuple(
            fact for fact in state.round_facts if isinstance(fact, f.ProgressiveReconciled)
        ),
        meters=tuple(
            MeterRecord(
                meter=after.meter,
                before_micros=before.amount_micros,
                after_micros=after.amount_micros,
                reserve_before_micros=before.reserve_micros,
                reserve_after_micros=after.reserve_micros,
            )
            for before, after in zip(state.meters_before, state.meters, strict=True)
        ),
        triggers_hit=_triggers_hit(state),
    )


def _triggers_hit(state: TableState) -> tuple[TriggerRecord, ...]:
    """The triggers that this round's contributions reached: each opens once it is replaced."""
    current = {meter.meter: meter.trigger for meter in state.meters_before}
    opened = []
    for fact in state.round_facts:
        if isinstance(fact, f.MeterRestarted) and (hit := current.get(fact.meter)) is not None:
            current[fact.meter] = fact.trigger
            opened.append(
                TriggerRecord(hit.meter, hit.commitment, hit.salt.hex(), hit.amount_cents)
            )
    return tuple(opened)


def _seat_part(state: TableState, box: Box) -> SeatPart:
    assert state.round is not None
    assert state.opened is not None
    chosen = dict(state.opened.paytables)
    return SeatPart(
        round=state.round.round,
        seat=box.seat,
        credit_before_cents=state.credits_before_cents[box.seat - 1],
        credit_after_cents=state.credit_cents(box.seat),
        wagers=(WagerStake(BLACKJACK, box.stake_cents), *box.wagers),
        hands=tuple(
            HandRecord(hand.cards, hand.stake_cents, hand.result or "", hand.paid_cents)
            for hand in box.hands
        ),
        settlements=tuple(
            SettlementRecord(
                wager=settled.wager,
                paytable=chosen.get(settled.wager),
                outcome=settled.outcome,
                stake_cents=settled.stake_cents,
                paid_cents=settled.paid_cents,
            )
            for settled in box.settlements
        ),
        awards=box.awards,
        story=tuple(fact for fact in state.round_facts if _is_of(fact, box.seat)),
    )


def _is_of(fact: f.RoundFact, seat: int) -> bool:
    """Whether a fact belongs in a seat's story; what the table part holds is not told again."""
    match fact:
        case f.MeterRestarted() | f.ProgressiveReconciled():
            return False
        case f.InsuranceOffered(seats):
            return seat in seats
        case _:
            return getattr(fact, "seat", seat) == seat

"""Facts -> balanced postings. Double entry: every amount leaves one account for another."""

from collections.abc import Iterable

from msgspec import Struct

from table_app.ledger.accounts import (
    DEMO_BANK,
    HAND_PAY,
    HOUSE,
    credit,
    in_play,
    meter,
    payable,
    reserve,
)
from table_app.money import Cents, micros
from table_app.vocabulary import facts as f


class Transfer(Struct, frozen=True):
    """`amount_micros` (positive micro-dollars) moved from account `debit` to account `credit`."""

    debit: str
    credit: str
    amount_micros: int


def transfers(fact: f.Fact) -> tuple[Transfer, ...]:
    """The money that a fact moves: nothing for most, up to two transfers for a settlement."""
    match fact:
        case f.DemoCreditAdded(seat, amount):
            return _moved((DEMO_BANK, credit(seat), amount))
        case (
            f.WagerPlaced(seat, _, stake)
            | f.InsuranceTaken(seat, stake)
            | f.HandDoubled(seat, _, stake)
            | f.HandSplit(seat, _, stake)
        ):
            return _moved((credit(seat), in_play(seat), stake))
        case f.WagerSettled(seat, _, _, stake, paid) | f.HandSettled(seat, _, _, stake, paid):
            return _moved(
                (in_play(seat), credit(seat), min(stake, paid)),
                (in_play(seat), HOUSE, stake - paid),
                (HOUSE, credit(seat), paid - stake),
            )
        case f.MeterOpened(name, amount, reserved) | f.MeterContributed(_, name, amount, reserved):
            return _moved_micros((HOUSE, meter(name), amount), (HOUSE, reserve(name), reserved))
        case f.MeterRestarted(name, from_reserve, from_house):
            return _moved_micros(
                (reserve(name), meter(name), from_reserve), (HOUSE, meter(name), from_house)
            )
        case f.AwardReserved(seat, _, _, _, name, amount):
            source = HOUSE if name is None else meter(name)
            return _moved((source, payable(seat, is_from_meter=name is not None), amount))
        case f.AwardClosed(seat, _, method, is_from_meter, amount):
            paid_to = credit(seat) if method == "to_credit" else HAND_PAY
            return _moved((payable(seat, is_from_meter=is_from_meter), paid_to, amount))
        case _:
            return ()


def all_transfers(facts: Iterable[f.Fact]) -> tuple[Transfer, ...]:
    """The money that facts move, in their order."""
    return tuple(transfer for fact in facts for transfer in transfers(fact))


def _moved(*moves: tuple[str, str, int]) -> tuple[Transfer, ...]:
    return _moved_micros(*((debit, into, micros(Cents(cents))) for debit, into, cents in moves))


def _moved_micros(*moves: tuple[str, str, int]) -> tuple[Transfer, ...]:
    return tuple(
        Transfer(debit=debit, credit=into, amount_micros=amount)
        for debit, into, amount in moves
        if amount > 0
    )

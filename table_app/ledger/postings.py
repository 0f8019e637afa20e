"""Facts -> balanced postings. Double entry: every amount leaves one account for another."""

from collections.abc import Callable, Iterable, Mapping
from typing import Never, cast

from msgspec import Struct

from table_app.ledger.accounts import (
    CARRIED,
    DEMO_BANK,
    HAND_PAY,
    HOUSE,
    credit,
    in_play,
    meter,
    payable,
    reserve,
)
from table_app.money import MICROS_PER_CENT
from table_app.vocabulary import facts as f


class Transfer(Struct, frozen=True, gc=False):
    """`amount_micros` (positive micro-dollars) moved from account `debit` to account `credit`."""

    debit: str
    credit: str
    amount_micros: int


Transfers = tuple[Transfer, ...]


def transfers(fact: f.Fact) -> Transfers:
    """The money that a fact moves; nothing for most."""
    mover = _mover(type(fact))
    return () if mover is None else mover(fact)


def all_transfers(facts: Iterable[f.Fact]) -> Transfers:
    """The money that facts move, in their order."""
    moved: list[Transfer] = []
    for fact in facts:
        mover = _mover(type(fact))
        if mover is not None:
            moved += mover(fact)
    return tuple(moved)


def balances_after(before: Mapping[str, int], moved: Iterable[Transfer]) -> dict[str, int]:
    """What each account that the transfers touch then holds, in micro-dollars; others stay."""
    changed: dict[str, int] = {}
    for transfer in moved:
        for account, amount in (
            (transfer.debit, -transfer.amount_micros),
            (transfer.credit, transfer.amount_micros),
        ):
            changed[account] = changed.get(account, before.get(account, 0)) + amount
    return changed


def _epoch_carried(fact: f.EpochCarried) -> Transfers:
    return tuple(
        Transfer(CARRIED, held.account, held.amount_micros)
        if held.amount_micros > 0
        else Transfer(held.account, CARRIED, -held.amount_micros)
        for held in fact.carried.balances
    )


def _demo_credit_added(fact: f.DemoCreditAdded) -> Transfers:
    return _cents(DEMO_BANK, credit(fact.seat), fact.amount_cents)


def _wagers_placed(fact: f.WagersPlaced) -> Transfers:
    total_cents = sum([placed.stake_cents for placed in fact.wagers])
    return _cents(credit(fact.seat), in_play(fact.seat), total_cents)


def _staked(fact: f.InsuranceTaken | f.HandDoubled | f.HandSplit) -> Transfers:
    return _cents(credit(fact.seat), in_play(fact.seat), fact.stake_cents)


def _settled(fact: f.WagerSettled | f.HandSettled) -> Transfers:
    stake, paid = fact.stake_cents, fact.paid_cents
    own, played = credit(fact.seat), in_play(fact.seat)
    if not paid:
        return _cents(played, HOUSE, stake)
    if paid > stake:
        return _cents(played, own, stake) + _cents(HOUSE, own, paid - stake)
    return _cents(played, own, paid) + _cents(played, HOUSE, stake - paid)


def _meter_opened(fact: f.MeterOpened) -> Transfers:
    return _micros(HOUSE, meter(fact.meter), fact.amount_micros) + _micros(
        HOUSE, reserve(fact.meter), fact.reserve_micros
    )


def _meters_contributed(fact: f.MetersContributed) -> Transfers:
    moved = [Transfer(HOUSE, meter(part.meter), part.amount_micros) for part in fact.parts]
    moved += [
        Transfer(HOUSE, reserve(part.meter), part.reserve_micros)
        for part in fact.parts
        if part.reserve_micros
    ]
    return tuple(moved)


def _meter_restarted(fact: f.MeterRestarted) -> Transfers:
    own = meter(fact.meter)
    return _micros(reserve(fact.meter), own, fact.from_reserve_micros) + _micros(
        HOUSE, own, fact.from_house_micros
    )


def _award_reserved(fact: f.AwardReserved) -> Transfers:
    source = HOUSE if fact.meter is None else meter(fact.meter)
    waiting = payable(fact.seat, is_from_meter=fact.meter is not None)
    return _cents(source, waiting, fact.amount_cents)


def _award_closed(fact: f.AwardClosed) -> Transfers:
    paid_to = credit(fact.seat) if fact.method == "to_credit" else HAND_PAY
    return _cents(payable(fact.seat, is_from_meter=fact.is_from_meter), paid_to, fact.amount_cents)


_MOVERS: dict[type, Callable[[Never], Transfers]] = {
    f.EpochCarried: _epoch_carried,
    f.DemoCreditAdded: _demo_credit_added,
    f.WagersPlaced: _wagers_placed,
    f.InsuranceTaken: _staked,
    f.HandDoubled: _staked,
    f.HandSplit: _staked,
    f.WagerSettled: _settled,
    f.HandSettled: _settled,
    f.MeterOpened: _meter_opened,
    f.MetersContributed: _meters_contributed,
    f.MeterRestarted: _meter_restarted,
    f.AwardReserved: _award_reserved,
    f.AwardClosed: _award_closed,
}


_mover = cast("dict[type, Callable[[f.Fact], Transfers]]", _MOVERS).get


def _cents(debit: str, into: str, amount_cents: int) -> Transfers:
    return (Transfer(debit, into, amount_cents * MICROS_PER_CENT),) if amount_cents else ()


def _micros(debit: str, into: str, amount_micros: int) -> Transfers:
    return (Transfer(debit, into, amount_micros),) if amount_micros else ()

"""Facts -> balanced postings. Double entry: every amount leaves one account for another."""

from collections.abc import Iterable

from msgspec import Struct

from table_app.ledger.accounts import DEMO_BANK, HOUSE, credit, in_play
from table_app.money import MICROS_PER_CENT
from table_app.vocabulary import facts as f


class Transfer(Struct, frozen=True):
    """`amount_micros` (positive micro-dollars) moved from account `debit` to account `credit`."""

    debit: str
    credit: str
    amount_micros: int


_MOVING = (
    f.DemoCreditAdded,
    f.WagerPlaced,
    f.InsuranceTaken,
    f.HandDoubled,
    f.HandSplit,
    f.WagerSettled,
    f.HandSettled,
)
"""The facts that move money: asked first, as most facts move none."""


def transfers(fact: f.Fact) -> tuple[Transfer, ...]:
    """The money that a fact moves: nothing for most, up to two transfers for a settlement."""
    if not isinstance(fact, _MOVING):
        return ()
    match fact:
        case f.WagerSettled(seat, _, _, stake, paid) | f.HandSettled(seat, _, _, stake, paid):
            return _moved(
                (in_play(seat), credit(seat), min(stake, paid)),
                (in_play(seat), HOUSE, stake - paid),
                (HOUSE, credit(seat), paid - stake),
            )
        case (
            f.WagerPlaced(seat, _, stake)
            | f.InsuranceTaken(seat, stake)
            | f.HandDoubled(seat, _, stake)
            | f.HandSplit(seat, _, stake)
        ):
            return _moved((credit(seat), in_play(seat), stake))
        case f.DemoCreditAdded(seat, amount):
            return _moved((DEMO_BANK, credit(seat), amount))


def all_transfers(facts: Iterable[f.Fact]) -> tuple[Transfer, ...]:
    """The money that facts move, in their order."""
    return tuple(transfer for fact in facts for transfer in transfers(fact))


def _moved(*moves: tuple[str, str, int]) -> tuple[Transfer, ...]:
    return tuple(
        [
            Transfer(debit, into, cents * MICROS_PER_CENT)
            for debit, into, cents in moves
            if cents > 0
        ]
    )

"""Facts -> balanced postings. Double entry: every amount leaves one account for another."""

from msgspec import Struct


class Transfer(Struct, frozen=True):
    """`amount_micros` (positive micro-dollars) moved from account `debit` to account `credit`."""

    debit: str
    credit: str
    amount_micros: int

"""A seat's credit as the postings alone make it: summed in SQL, with no code of ours."""

import sqlite3
from contextlib import closing
from itertools import accumulate
from pathlib import Path

MICROS_IN_A_CENT = 10_000

_PAID_IN = """
SELECT coalesce(sum(amount_micros), 0) FROM posting WHERE debit = 'demo_bank' AND credit = ?
"""
_CHANGES = """
SELECT sum(amount_micros * ((credit = :account) - (debit = :account)))
FROM posting GROUP BY sequence ORDER BY sequence
"""


def paid_in_cents(database: Path, seat: int) -> int:
    """All that ever came to the seat from outside."""
    with closing(sqlite3.connect(database)) as connection:
        (micros,) = connection.execute(_PAID_IN, (f"credit:{seat}",)).fetchone()
    return int(micros) // MICROS_IN_A_CENT


def credits_cents(database: Path, seat: int) -> list[int]:
    """The seat's credit at first and after each entry that moved money."""
    with closing(sqlite3.connect(database)) as connection:
        changes = connection.execute(_CHANGES, {"account": f"credit:{seat}"}).fetchall()
    return [
        micros // MICROS_IN_A_CENT for micros in accumulate((row[0] for row in changes), initial=0)
    ]

"""A seat's credit as the postings alone make it: summed in SQL, with no code of ours."""

import sqlite3
from contextlib import closing
from itertools import accumulate
from pathlib import Path

MICROS_IN_A_CENT = 10_000

_MOVED = """
SELECT coalesce(sum(amount_micros), 0) FROM posting WHERE debit = ? AND credit = ?
"""
_CHANGES = """
SELECT sum(amount_micros * ((credit = :account) - (debit = :account)))
FROM posting GROUP BY sequence ORDER BY sequence
"""


def paid_in_cents(database: Path, seat: int) -> int:
    """All that ever came to the seat from outside."""
    return _moved_cents(database, "demo_bank", f"credit:{seat}")


def coin_in_cents(database: Path, seat: int) -> int:
    """All that the seat ever wagered."""
    return _moved_cents(database, f"credit:{seat}", f"in_play:{seat}")


def credits_cents(database: Path, seat: int) -> list[int]:
    """The seat's credit at first and after each entry that moved money."""
    with closing(sqlite3.connect(database)) as connection:
        changes = connection.execute(_CHANGES, {"account": f"credit:{seat}"}).fetchall()
    return [
        micros // MICROS_IN_A_CENT for micros in accumulate((row[0] for row in changes), initial=0)
    ]


def _moved_cents(database: Path, debit: str, credit: str) -> int:
    with closing(sqlite3.connect(database)) as connection:
        (micros,) = connection.execute(_MOVED, (debit, credit)).fetchone()
    return int(micros) // MICROS_IN_A_CENT

"""CPU of `Store.append` without COMMIT: `python -m tests.benchmarks.append`.

The bars: well under 0.6 ms a decision, at most 2 ms with a seal.
"""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from table_app.ledger.postings import Transfer
from table_app.store.entries import RecordPart
from table_app.store.journal import Store
from table_app.vocabulary.cards import Card
from table_app.vocabulary.codec import Entry, Origin
from table_app.vocabulary.commands import Double
from table_app.vocabulary.facts import CardDealt, HandDoubled, HandStood
from tests.store.histories import new_store

APPENDS = 1000
DECISION = Entry(
    Origin(1, 7),
    Double(1, 0),
    (HandDoubled(1, 0, 500), CardDealt(1, 0, Card("9H")), HandStood(1, 0)),
)
MOVED = (Transfer("demo_bank", "credit:1", 500), Transfer("credit:1", "in_play:1", 500))


def append_ms(store: Store, *, first_round: int, seats: int, seal: bool) -> float:
    """Mean CPU of an append, COMMIT apart."""
    commit = store.database.commit
    in_commit = 0.0

    def timed(connection: Connection) -> None:
        nonlocal in_commit
        began = time.process_time()
        commit(connection)
        in_commit += time.process_time() - began

    store.database.commit = timed  # type: ignore[method-assign]
    began = time.process_time()
    for number in range(first_round, first_round + APPENDS):
        parts = tuple(RecordPart(number, f"seat-{seat}", b"x" * 2000) for seat in range(seats))
        store.append(DECISION, MOVED, time_ms=number, parts=parts, seal=seal)
    spent = time.process_time() - began - in_commit
    store.database.commit = commit  # type: ignore[method-assign]
    return spent / APPENDS * 1000


def main() -> None:
    with TemporaryDirectory() as folder:
        store, _ = new_store(Path(folder))
        with store:
            decision = append_ms(store, first_round=0, seats=0, seal=False)
            sealed = append_ms(store, first_round=0, seats=0, seal=True)
            closed = append_ms(store, first_round=0, seats=8, seal=True)
    print(f"append, a decision:              {decision:.3f} ms of CPU without COMMIT")
    print(f"append, sealed:                  {sealed:.3f} ms")
    print(f"append, sealed, 8 record parts:  {closed:.3f} ms")


if __name__ == "__main__":
    main()

"""CPU of the audit by the length of the journal: `python -m tests.benchmarks.audit`.

Everything is compared: pages, tree, signatures, each command decided again, postings, shoes,
records, and the mirror. The bars: 2,000 entries a second, and linear from 10^3 to 10^5 entries.
"""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from table_app.store import keys as store_keys
from table_app.store.audit import audit
from table_app.store.decide_again import Release
from table_app.store.journal import Store
from table_app.store.mirror import Mirror
from table_app.vocabulary.commands import AddDemoCredit
from tests.store.histories import ENGINE, ORIGIN, SETUP, Play, must_not_fail

LENGTHS = (1_000, 10_000, 100_000)
ROUNDS_PER_CREDIT = 500
CREDIT_CENTS = 2_000_000


def grown(folder: Path, entries: int) -> tuple[Path, Path, store_keys.StoreKeys]:
    """A database and its mirror of at least so many entries; this disk need not keep them."""
    keys = store_keys.create(folder / "keys", origin=ORIGIN)
    path, copy = folder / "table.sqlite3", folder / "table.mirror"
    with Store.create(path, keys, Mirror(copy, must_not_fail)) as store:
        assert not list(store.verified_entries())
        store.database._connection.connection.cursor().execute("PRAGMA synchronous = OFF")
        play = Play(store)
        play.open_table()
        number = 0
        while store.size < entries:
            if number % ROUNDS_PER_CREDIT == 0:
                play.do(AddDemoCredit(1, CREDIT_CENTS))
                play.do(AddDemoCredit(2, CREDIT_CENTS))
            play.round(number)
            number += 1
    return path, copy, keys


def main() -> None:
    for length in LENGTHS:
        with TemporaryDirectory() as folder:
            path, copy, keys = grown(Path(folder), length)
            began = time.process_time()
            report = audit(path, keys, Release(SETUP, ENGINE), copy)
            spent = time.process_time() - began
        assert report.disagreement is None
        assert report.decided_again == report.mirror_lines == report.entries
        print(f"{report.entries:7} entries: {report.entries / spent:.0f} a second of CPU")


if __name__ == "__main__":
    main()

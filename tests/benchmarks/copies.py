"""What mirror and witness cost the table's thread: `python -m tests.benchmarks.copies`.

Two tables play the same rounds by turns, one with a mirror and a real witness process, one with
neither; each `handle` is timed less its COMMIT. The bar: at most 0.3 ms more.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from statistics import mean, median
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.host.events import Event, Outbox
from table_app.host.instant import Instant
from table_app.host.witness_call import WitnessEvent, witness_place
from table_app.host.witness_desk import WitnessDesk
from table_app.host.witnessing import Witnessing
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.store.mirror import Mirror
from table_app.store.reader import Reader
from tests.benchmarks.handle import CREDIT_CENTS, answer
from tests.host.stand import Stand
from tests.store.histories import must_not_fail

ROUNDS = 300
SEATS = 3


class TimedTable:
    """A table whose `handle` is timed: CPU of its thread, and the clock's time."""

    def __init__(self, stand: Stand) -> None:
        self.stand = stand
        self.cpu_ms: list[float] = []
        self.wall_ms: list[float] = []
        self._cpu_in_commit = self._wall_in_commit = 0
        commit = stand.store.database.commit

        def timed(connection: Connection) -> None:
            cpu, wall = time.thread_time_ns(), time.perf_counter_ns()
            commit(connection)
            self._cpu_in_commit += time.thread_time_ns() - cpu
            self._wall_in_commit += time.perf_counter_ns() - wall

        stand.store.database.commit = timed  # type: ignore[method-assign]
        self._handle: Callable[[Event, Instant], Outbox] = stand.host.handle
        stand.host.handle = self._timed_handle  # type: ignore[method-assign]

    def _timed_handle(self, event: Event, now: Instant) -> Outbox:
        self._cpu_in_commit = self._wall_in_commit = 0
        cpu, wall = time.thread_time_ns(), time.perf_counter_ns()
        outbox = self._handle(event, now)
        self.cpu_ms.append((time.thread_time_ns() - cpu - self._cpu_in_commit) / 1e6)
        self.wall_ms.append((time.perf_counter_ns() - wall - self._wall_in_commit) / 1e6)
        return outbox

    def play(self) -> None:
        """One round of every seat."""
        stand = self.stand
        stations = [stand.connect(seat) for seat in range(1, SEATS + 1)]
        stand.deal(*stations, blackjack=500)
        while stations[0].phase != "result":
            answer(stand, stations)
        stand.wait(stand.setup.timing.result_ms)


def plain(folder: Path) -> Stand:
    setup = load_table(default_table(), shipped_config())
    folder.mkdir()
    return Stand(folder, setup, credits_cents=(CREDIT_CENTS,) * SEATS)


def with_copies(stand: Stand, witness: Path, port: int) -> WitnessDesk:
    """Give a table a mirror, and a witness that is asked about each checkpoint."""
    stand.close()
    events: SimpleQueue[WitnessEvent] = SimpleQueue()
    place = witness_place(f"http://127.0.0.1:{port}", (witness / "witness.pub").read_text())
    desk = WitnessDesk(place, Reader(stand.path, stand.keys), events.put)
    stand.witnessing = Witnessing(desk, unconfirmed_max=10**6)
    mirror = Mirror(stand.path.with_name("table.mirror"), must_not_fail)
    stand.store = Store.open(stand.path, stand.keys, mirror)
    stand._boot()
    desk.start()
    return desk


def start_witness(folder: Path, keys: StoreKeys) -> "tuple[subprocess.Popen[str], int]":
    where = ("--data", str(folder), "--log", keys.public_key_line(), "--port", "0")
    process = subprocess.Popen(
        [sys.executable, "-m", "table_app", "witness", *where],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline().split()[1])


def main() -> None:
    with TemporaryDirectory() as made:
        folder = Path(made)
        bare, doubled = plain(folder / "bare"), plain(folder / "doubled")
        process, port = start_witness(folder / "witness", doubled.keys)
        desk = with_copies(doubled, folder / "witness", port)
        tables = TimedTable(bare), TimedTable(doubled)
        for _ in range(ROUNDS):
            for table in tables:
                table.play()
        desk.stop()
        process.kill()
        process.communicate()
        bare.close()
        doubled.close()
    for what in ("cpu_ms", "wall_ms"):
        without, with_both = (getattr(table, what) for table in tables)
        more = mean(with_both) - mean(without)
        print(
            f"{what}: mean {mean(without):.3f} alone, {mean(with_both):.3f} with mirror and witness:"
            f" {more:.3f} more; medians {median(without):.3f}, {median(with_both):.3f}"
        )


if __name__ == "__main__":
    main()

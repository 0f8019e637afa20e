"""The witness beside a running table: newest first, one word per outage, and nothing after the end."""

import queue
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from table_app.host import witness_desk
from table_app.host.witness_call import (
    Cosigned,
    Refused,
    Unreachable,
    WitnessEvent,
    WitnessPlace,
    witness_place,
)
from table_app.host.witness_desk import WitnessDesk
from table_app.store.reader import Reader
from tests.host.witnessed import (
    WitnessedLog,
    free_port,
    real_witness,
    stranger,
    stranger_place,
)
from tests.witness.witnesses import ServiceOnDisk, serving

DEADLINE_S = 10


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness_desk, "RETRY_FIRST_S", 0.01)
    monkeypatch.setattr(witness_desk, "RETRY_S_MAX", 0.02)


@pytest.fixture
def log(tmp_path: Path) -> WitnessedLog:
    return WitnessedLog(tmp_path)


class Table:
    """What the table's thread sees of its desk."""

    def __init__(self, log: WitnessedLog, place: WitnessPlace) -> None:
        self.events: queue.SimpleQueue[WitnessEvent] = queue.SimpleQueue()
        self.desk = WitnessDesk(place, log.reader(), self.events.put)

    def next(self) -> WitnessEvent:
        return self.events.get(timeout=DEADLINE_S)


@pytest.fixture
def open_tables() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def started(log: WitnessedLog, place: WitnessPlace, opened: ExitStack) -> Table:
    table = Table(log, place)
    table.desk.start()
    opened.callback(table.desk.stop)
    return table


def cosigned_up_to(table: Table, size: int) -> list[int]:
    """The sizes that were cosigned until this one was."""
    sizes = [0]
    while sizes[-1] < size:
        event = table.next()
        assert isinstance(event, Cosigned)
        sizes.append(event.size)
    return sizes[1:]


def test_what_is_there_at_the_start_is_cosigned_and_then_each_newest_head(
    log: WitnessedLog, tmp_path: Path, open_tables: ExitStack
) -> None:
    log.grow(3)
    with real_witness(tmp_path, log.keys) as witness:
        table = started(log, witness.place, open_tables)
        first = cosigned_up_to(table, 3)
        for _ in range(5):
            log.grow(1)
            table.desk.sealed()
        later = cosigned_up_to(table, 8)

    assert first == [3]
    assert later == sorted(set(later))
    assert later[-1] == 8


def test_an_outage_is_said_once_and_its_end_is_the_next_cosignature(
    log: WitnessedLog, tmp_path: Path, open_tables: ExitStack
) -> None:
    log.grow(3)
    service = ServiceOnDisk(
        tmp_path / "witness", log.keys.public_key_line(), now_s=int(time.time())
    )
    port = free_port()
    table = started(
        log, witness_place(f"http://127.0.0.1:{port}", service.public_line), open_tables
    )
    first = table.next()
    for _ in range(3):
        log.grow(1)
        table.desk.sealed()
    quiet = table.events.empty()

    with serving(service.service, port):
        second = table.next()
    service.close()

    assert first == Unreachable("the witness does not answer: [Errno 111] Connection refused")
    assert quiet
    assert isinstance(second, Cosigned)
    assert second.size == 6


def test_a_fork_is_the_last_word(log: WitnessedLog, tmp_path: Path, open_tables: ExitStack) -> None:
    log.grow(3)
    older = log.copy()
    with real_witness(tmp_path, log.keys) as witness:
        log.grow(1)
        log.call(witness.place).confirm()
        log.put_back(older)
        log.grow(2, time_ms=2)
        table = started(log, witness.place, open_tables)
        event = table.next()
        table.desk._thread.join(DEADLINE_S)
        table.desk.sealed()

    assert isinstance(event, Refused)
    assert not table.desk._thread.is_alive()
    assert table.events.empty()


def test_a_desk_stops_in_the_middle_of_a_call_and_of_a_pause(log: WitnessedLog) -> None:
    with stranger(b"HTTP/1.1 200", then_hang=True) as place:
        calling = Table(log, place)
        calling.desk.start()
        calling.desk.stop()
    pausing = Table(log, stranger_place(1))
    pausing.desk.start()
    pausing.next()
    pausing.desk.stop()

    assert not calling.desk._thread.is_alive()
    assert not pausing.desk._thread.is_alive()


def test_boot_asks_before_the_desk_starts(log: WitnessedLog, tmp_path: Path) -> None:
    log.grow(3)
    with real_witness(tmp_path, log.keys) as witness:
        table = Table(log, witness.place)
        at_boot = table.desk.confirm()

    assert isinstance(at_boot, Cosigned)
    assert at_boot.size == 3
    assert table.events.empty()


def test_the_present_head_is_not_asked_about_before_each_closed_one_is_confirmed(
    log: WitnessedLog, tmp_path: Path
) -> None:
    log.grow(3)
    put_back = Reader(log.copy(), log.keys)
    log.grow(2)
    events: queue.SimpleQueue[WitnessEvent] = queue.SimpleQueue()
    with real_witness(tmp_path, log.keys) as witness:
        assert isinstance(log.call(witness.place).confirm(), Cosigned)
        desk = WitnessDesk(witness.place, log.reader(), events.put, closed=[put_back])

        answers = [desk.confirm(), desk.confirm()]

    assert [type(answer) for answer in answers] == [Refused, Refused]

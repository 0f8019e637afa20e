"""The demo on one computer: a host process, stations, and the audit afterwards.

Everything is the production's own code on SQLite; only the keys and the credit are the demo's.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from msgspec import Struct

from table_app.config_loader import config_of, load_table
from table_app.errors import BadInputError, FaultError, TableError
from table_app.host.engine import engine_sha256
from table_app.host.process import table_generator
from table_app.host.upgrade import Place, upgrade
from table_app.isolation import python
from table_app.link import identity
from table_app.link.client import StationLink
from table_app.money import Cents, dollars
from table_app.simulation.robot import KINDS, Robot
from table_app.station.app import App
from table_app.store import epochs
from table_app.store import keys as store_keys
from table_app.store.audit import audit_epochs, first_disagreement
from table_app.store.database import DATABASE_FILE, EPOCHS_FOLDER, stored_format
from table_app.store.decide_again import Release
from table_app.store.mirror import MIRROR_FILE
from table_app.store.reader import Reader
from table_app.store.schema import FORMAT
from table_app.table.setup import TableSetup
from table_app.vocabulary.facts import TableOpened

READY_TIMEOUT_S = 20.0
STOP_TIMEOUT_S = 10.0
ROUNDS_MAX = 60
ROBOT_TIME_MAX_S = 50.0
LAST_ROUND_MAX_S = 20.0
"""A robot that has played enough ends the round that it is in."""
ROBOT_CLOCK_FACTOR = 4
"""A robot's station lives four times as fast, so that cards fly and a minute is still enough."""

DEMO_ORIGIN = "table-app-DEMO"
"""The log's name of every demo that `play` makes."""


class PlayOptions(Struct, frozen=True):
    """What to play: where data and keys live, at which table, and how many stations."""

    data: Path
    keys: Path
    table_file: Path
    stations: int
    credit_cents: Cents
    is_fullscreen: bool


class Played(Struct, frozen=True):
    """What a robot did, and what the auditor has against any epoch of the demo's log."""

    rounds: int
    credit_cents: int
    shots: tuple[str, ...]
    disagreement: str | None


def play_in_windows(options: PlayOptions) -> int:
    """Open the stations' windows and serve them until the last is closed; an exit code."""
    _prepare(options)
    signal.signal(signal.SIGTERM, _end)
    with _running_host(options) as (host, port):
        stations = [
            subprocess.Popen(_station_command(options, seat, port))
            for seat in range(1, options.stations + 1)
        ]
        try:
            while any(station.poll() is None for station in stations):
                if host.poll() is not None:
                    raise FaultError(f"the host ended with {host.returncode}; see its line above")
                time.sleep(0.1)
        finally:
            for station in stations:
                station.terminate()
    return max(station.wait(STOP_TIMEOUT_S) for station in stations)


def play_alone(options: PlayOptions, *, rounds: int, screenshots: Path) -> Played:
    """Let a robot play `rounds` rounds and on until insurance was offered; then audit."""
    setup = _prepare(options)
    screenshots.mkdir(parents=True, exist_ok=True)
    with _running_host(options) as (host, port):
        link = StationLink(
            f"wss://127.0.0.1:{port}", identity.client_context(options.keys, seat=1), lambda: None
        )
        app = App(link, size=(1920, 1080), speed="fast", clock=_fast_clock)
        link.start()
        try:
            robot = Robot(app, screenshots)
            _let_it_play(host, app, robot, rounds)
            credit = app.view.credit_cents if app.view else 0
        finally:
            app.close()
    reports = audit_epochs(
        epochs.with_mirrors(options.data, options.data / MIRROR_FILE),
        store_keys.load(options.keys),
        Release(setup, engine_sha256()),
    )
    return Played(
        rounds=len(robot.rounds),
        credit_cents=credit,
        shots=tuple(str(shot.path) for shot in robot.shots),
        disagreement=first_disagreement(reports),
    )


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    """SIGTERM unwinds, so that windows and host do not outlive this process."""
    raise SystemExit(0)


def _let_it_play(host: "subprocess.Popen[str]", app: App, robot: Robot, rounds: int) -> None:
    end = time.monotonic() + ROBOT_TIME_MAX_S
    while True:
        played, late_s = len(robot.rounds), time.monotonic() - end
        has_seen_all = {shot.kind for shot in robot.shots} >= set(KINDS)
        is_enough = has_seen_all or played >= ROUNDS_MAX or late_s > 0
        if robot.is_between_rounds and played >= rounds and is_enough:
            return
        if host.poll() is not None:
            raise FaultError(f"the host ended with {host.returncode}; see its line above")
        if late_s > (0 if played < rounds else LAST_ROUND_MAX_S):
            raise FaultError(
                f"only {played} of {rounds} rounds in {ROBOT_TIME_MAX_S:.0f} s: the computer is busy"
            )
        app.step()
        robot.look_and_touch(_fast_clock())
        time.sleep(0.002)


def _fast_clock() -> int:
    return time.monotonic_ns() * ROBOT_CLOCK_FACTOR // 1_000_000


def _prepare(options: PlayOptions) -> TableSetup:
    """Keys for the demo where there are none, and no journal of another release in the way."""
    setup = load_table(options.table_file, config_of(options.table_file))
    if not setup.is_demo:
        raise BadInputError(f"{options.table_file}: `play` is for a table with demo = true")
    if not 1 <= options.stations <= setup.seats:
        raise BadInputError(f"--stations: this table has seats 1 to {setup.seats}")
    if not options.keys.exists():
        store_keys.create(options.keys, origin=DEMO_ORIGIN)
        identity.create(options.keys, table="table-app DEMO")
    for seat in range(1, options.stations + 1):
        if not (options.keys / identity.seat_files(seat)[0]).exists():
            identity.enrol(options.keys, seat=seat)
    if (options.data / DATABASE_FILE).exists():
        _set_aside_other_release(options, setup)
    return setup


def _set_aside_other_release(options: PlayOptions, setup: TableSetup) -> None:
    """Keep a demo journal that this release may not continue, and begin a new one beside it."""
    kept = _kept_as(options, setup)
    if kept is None or _goes_on(options, setup):
        return
    kept.mkdir()
    for name in (DATABASE_FILE, MIRROR_FILE, EPOCHS_FOLDER):
        for file in options.data.glob(f"{name}*"):
            file.rename(kept / file.name)
    _tell(f"The demo's journal was written by another release or under other rules: kept in {kept}")


def _goes_on(options: PlayOptions, setup: TableSetup) -> bool:
    """Whether the demo's journal could be gone on with under this release, in a new epoch."""
    place = Place(options.data, options.data / MIRROR_FILE, store_keys.load(options.keys))
    release = Release(setup, engine_sha256())
    try:
        epoch = upgrade(place, release, table_generator(setup), time_ms=time.time_ns() // 1_000_000)
    except TableError as error:
        _tell(f"The demo's journal cannot be gone on with under this release: {error}")
        return False
    _tell(f"The demo goes on under this release or these rules, in epoch {epoch} of its log.")
    return True


def _tell(what: str) -> None:
    """Aside: standard output is one JSON document where a program asked for that."""
    print(what, file=sys.stderr)


def _kept_as(options: PlayOptions, setup: TableSetup) -> Path | None:
    """Where the journal is to be kept, or None when it may be gone on with or is no demo's."""
    keys = store_keys.load(options.keys)
    database = options.data / DATABASE_FILE
    if (written := stored_format(database)) != FORMAT and keys.origin == DEMO_ORIGIN:
        return _unused(options.data / f"earlier-format-{written}")
    reader = Reader(database, keys)
    try:
        first = next(reader.entries(), None)
    finally:
        reader.close()
    opened = first.entry.facts[0] if first else None
    if not isinstance(opened, TableOpened) or not opened.is_demo:
        return None
    if (opened.engine_sha256, opened.rules_sha256) == (engine_sha256(), setup.rules_sha256):
        return None
    return _unused(options.data / f"earlier-{opened.engine_sha256[:8]}-{opened.rules_sha256[:8]}")


def _unused(folder: Path) -> Path:
    """The folder, or the first with a number behind it that does not exist."""
    candidate, number = folder, 1
    while candidate.exists():
        number += 1
        candidate = folder.with_name(f"{folder.name}-{number}")
    return candidate


@contextmanager
def _running_host(options: PlayOptions) -> "Iterator[tuple[subprocess.Popen[str], int]]":
    """A host process and its port; it ends with this process, however this one ends."""
    command, pipe = _host_command(options), subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as host:
        try:
            yield host, _wait_until_ready(host)
        finally:
            assert host.stdin is not None
            host.stdin.close()
            try:
                host.wait(STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                host.kill()


def _wait_until_ready(host: "subprocess.Popen[str]") -> int:
    assert host.stdout is not None
    line = host.stdout.readline()
    if line.startswith("ready "):
        return int(line.split()[1])
    code = host.wait(READY_TIMEOUT_S)
    if code == 2:
        raise BadInputError("the host did not start; its line above says what to do")
    raise FaultError(f"the host ended with {code} before it was ready; see its line above")


def _host_command(options: PlayOptions) -> list[str]:
    return [
        *(*python(), "-m", "table_app", "host", "--stop-with-stdin", "--port", "0"),
        *("--data", str(options.data), "--keys", str(options.keys)),
        *("--table", str(options.table_file), "--credit", dollars(options.credit_cents)),
    ]


def _station_command(options: PlayOptions, seat: int, port: int) -> list[str]:
    fullscreen = ["--fullscreen"] if options.is_fullscreen else []
    return [
        *(*python(), "-m", "table_app", "station", "--seat", str(seat)),
        *("--url", f"wss://127.0.0.1:{port}", "--keys", str(options.keys)),
        *fullscreen,
    ]

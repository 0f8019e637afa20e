"""The host process: one table thread with everything that matters, one thread for the stations."""

import logging
import os
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from table_app.config_loader import config_of, load_table, table_warnings
from table_app.ending import stop_on_request
from table_app.errors import BadInputError, GeneratorError, StoreError
from table_app.host.chance import NoChance
from table_app.host.engine import engine_sha256
from table_app.host.events import Event, Tick
from table_app.host.instant import Instant
from table_app.host.software import VERIFY_EVERY_S, find_software
from table_app.host.table_host import TableHost
from table_app.host.tilts import Failed
from table_app.host.turning import Turning
from table_app.host.witness_call import (
    Refused,
    Unreachable,
    WitnessEvent,
    WitnessPlace,
)
from table_app.host.witness_desk import WitnessDesk
from table_app.host.witnessing import Witnessing
from table_app.link.identity import server_context
from table_app.link.server import Connected, StationServer
from table_app.rng.entropy import KernelSource
from table_app.rng.generator import Generator
from table_app.rng.noise import NoiseDevice
from table_app.store import epochs
from table_app.store import keys as store_keys
from table_app.store.database import DATABASE_FILE, stored_format
from table_app.store.epochs import NEXT_FILE
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.store.mirror import Mirror
from table_app.store.reader import Reader
from table_app.table.setup import TableSetup

log = logging.getLogger(__name__)


class HostOptions(Struct, frozen=True):
    """Where a host lives and listens; `gift_cents` is for stations of a demo table.

    `noise` is a hardware source beside the kernel, if one is fitted; `witness` cosigns the record.
    """

    data: Path
    keys: Path
    mirror: Path
    table_file: Path
    address: str
    port: int
    gift_cents: int
    stops_with_stdin: bool
    noise: NoiseDevice | None = None
    witness: WitnessPlace | None = None
    verify_every_s: float = VERIFY_EVERY_S


class _Stop(Struct, frozen=True):
    """The process was asked to end."""


def run_host(options: HostOptions, ready: Callable[[int], None]) -> None:
    """Serve the table until SIGTERM, SIGINT or, if asked, the end of standard input.

    `ready` is called with the port once stations may connect: after self-tests and recovery.
    A generator that fails its tests leaves the table out of service, and stations are told why.
    """
    setup = load_table(options.table_file, config_of(options.table_file))
    if options.gift_cents and not setup.is_demo:
        raise BadInputError(f"{options.table_file}: --credit is for a table with demo = true")
    events: queue.SimpleQueue[Event | _Stop] = queue.SimpleQueue()
    stop_on_request(lambda: events.put(_Stop()), with_stdin=options.stops_with_stdin)
    software = find_software(
        is_demo=setup.is_demo,
        keys_folder=options.keys,
        data=options.data,
        every_s=options.verify_every_s,
    )
    chance = _chance(setup, options.noise)
    keys = store_keys.load(options.keys)
    with (
        _open_store(options, keys, lambda why: events.put(Failed("record", why))) as store,
        _witness_desk(options, keys, events.put) as desk,
    ):
        software.start(events.put)
        head_is = _confirmed(desk)
        host = TableHost(
            setup,
            store,
            chance,
            engine_sha256=engine_sha256(),
            gift_cents=options.gift_cents,
            witnessing=_witnessing(setup, desk),
        )
        host.boot(_now())
        if isinstance(chance, NoChance):
            host.handle(Failed("generator", chance.reason), _now())
        if isinstance(head_is, Unreachable):
            host.handle(Failed("witness", head_is.reason), _now())
        if head_is is not None:
            host.handle(head_is, _now())
        server = StationServer(
            host=options.address,
            port=options.port,
            context=server_context(options.keys),
            deliver=events.put,
        )
        port = server.start()
        if desk is not None:
            desk.start()
        _warn(options, setup, software.warning)
        ready(port)
        try:
            _serve(host, server, events, Turning(chance, _now()))
        finally:
            server.stop()


def _warn(options: HostOptions, setup: TableSetup, unverified: str | None) -> None:
    """Say which dates are over, which figures are not the law's, and what is not verified.

    The table plays on.
    """
    config = config_of(options.table_file)
    warnings = table_warnings(config, setup, datetime.now(UTC).date())
    for warning in (*warnings, *([unverified] if unverified else ())):
        log.warning("%s", warning)


@contextmanager
def _witness_desk(
    options: HostOptions, keys: StoreKeys, deliver: Callable[[WitnessEvent], None]
) -> Iterator[WitnessDesk | None]:
    """The desk of the record's witness, if it has one; closed epochs belong to the record, too."""
    closed = epochs.checked_chain(options.data, keys)
    if options.witness is None:
        yield None
        return
    with ExitStack() as opened:
        *earlier, present = (
            opened.enter_context(closing(Reader(path, keys)))
            for path in (*closed, options.data / DATABASE_FILE)
        )
        desk = WitnessDesk(options.witness, present, deliver, closed=earlier)
        yield desk
        desk.stop()


def _confirmed(desk: WitnessDesk | None) -> WitnessEvent | None:
    """What the witness says of the record as it was found; one that was put back is not opened.

    Without an answer the table opens out of service: nobody knows whether it was put back.
    """
    if desk is None:
        return None
    event = desk.confirm()
    if isinstance(event, Refused):
        raise StoreError(event.reason)
    return event


def _witnessing(setup: TableSetup, desk: WitnessDesk | None) -> Witnessing | None:
    if desk is None:
        return None
    return Witnessing(desk, unconfirmed_max=setup.jurisdiction.unwitnessed_max)


def _serve(
    host: TableHost,
    server: StationServer,
    events: "queue.SimpleQueue[Event | _Stop]",
    turning: Turning,
) -> None:
    while True:
        event = turning.turn(_now()) or _next_event(host, turning, events)
        if isinstance(event, _Stop):
            return
        if isinstance(event, Connected) and event.seat > host.setup.seats:
            log.warning("seat %d has a certificate, but this table has no such seat", event.seat)
            server.disconnect(event.connection)
            continue
        for outgoing in host.handle(event, _now()):
            server.send(outgoing.connection, outgoing.message)


def _next_event(
    host: TableHost, turning: Turning, events: "queue.SimpleQueue[Event | _Stop]"
) -> Event | _Stop:
    """What comes in, or a tick when the table or the generator has something due."""
    due = (host.next_deadline_ms(), turning.deadline_ms)
    deadline_ms = min((each for each in due if each is not None), default=None)
    if deadline_ms is None:
        return events.get()
    try:
        return events.get(timeout=max(0, deadline_ms - _now().steady_ms) / 1000)
    except queue.Empty:
        return Tick()


def _now() -> Instant:
    return Instant(steady_ms=time.monotonic_ns() // 1_000_000, wall_ms=time.time_ns() // 1_000_000)


def table_generator(setup: TableSetup, noise: NoiseDevice | None = None) -> Generator:
    """A generator whose streams differ per table, software, boot and process."""
    parts = (setup.name, engine_sha256(), str(time.time_ns()), str(os.getpid()))
    return Generator(
        KernelSource(), "\x00".join(parts).encode(), noise=noise.start() if noise else None
    )


def _chance(setup: TableSetup, noise: NoiseDevice | None) -> Generator | NoChance:
    """The table's generator, if it may be used."""
    try:
        return table_generator(setup, noise)
    except GeneratorError as error:
        return NoChance(str(error))


def _open_store(
    options: HostOptions, keys: StoreKeys, mirror_failed: Callable[[str], None]
) -> Store:
    database = options.data / DATABASE_FILE
    is_new = not database.exists()
    if options.mirror.resolve() == database.resolve():
        raise BadInputError(f"--mirror {options.mirror} is the database; name another file")
    if is_new and (options.data / NEXT_FILE).exists():
        raise BadInputError(f"{options.data}: `table-app upgrade` was cut off; run it again")
    if is_new and options.mirror.exists() and options.mirror.stat().st_size:
        raise BadInputError(
            f"{database} is not there, but its mirror {options.mirror} is;"
            " `table-app restore database` makes it again"
        )
    if is_new and epochs.earlier(options.data):
        raise BadInputError(
            f"{database} is not there, but closed epochs of its log are;"
            " `table-app restore database` makes it again from its mirror"
        )
    if not is_new:
        stored_format(database)
    mirror = Mirror(options.mirror, mirror_failed)
    try:
        if is_new:
            options.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            return Store.create(database, keys, mirror)
        return Store.open(database, keys, mirror)
    except BaseException:
        mirror.close()
        raise

"""An upgrade of engine or rules: the log is closed with a signed head, the next begins with it.

Everything but the exchange of two files is done before it, and each step can be done again after
a power cut: the old database is closed once, and the new one takes its place last.
"""

import os
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from table_app.errors import BadInputError, BreachError, StoreError
from table_app.host.chance import Chance
from table_app.store import epochs, files
from table_app.store.audit import audit
from table_app.store.database import DATABASE_FILE
from table_app.store.decide_again import Release
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.store.mirror import Mirror
from table_app.store.reader import Reader, at
from table_app.table.decide import Decision, decide
from table_app.table.epoch import carried, why_no_end, why_no_meters, why_not_the_same_table
from table_app.table.evolve import fold
from table_app.table.opening import opening
from table_app.table.state import TableState
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.commands import Carried, CloseEpoch, HostCommand


class Place(Struct, frozen=True):
    """Where a table's journal lives, and whose it is."""

    data: Path
    mirror: Path
    keys: StoreKeys


class Ended(Struct, frozen=True):
    """A closed epoch: its number, and what the next one takes over."""

    epoch: int
    left: Carried


def upgrade(place: Place, release: Release, chance: Chance, *, time_ms: int) -> int:
    """Go on under this release in a new epoch of the log; its number.

    Raises BadInputError, with nothing changed, while cards or awards are out, for rules that
    cannot take the meters over, and where there is nothing to upgrade; StoreError for a journal
    that disagrees.
    """
    lock = files.lock(place.data / "upgrade.lock", in_use=f"{place.data} is being upgraded already")
    try:
        return _upgrade(place, release, chance, time_ms=time_ms)
    finally:
        os.close(lock)


def _upgrade(place: Place, release: Release, chance: Chance, *, time_ms: int) -> int:
    database, made = place.data / DATABASE_FILE, place.data / epochs.NEXT_FILE
    epochs.prepare(place.data)
    if database.exists():
        _check(database, place)
        with closing(Reader(database, place.keys)) as reader:
            epochs.check_places(place.data, place.mirror, closed_epoch=reader.epoch)
        ended = _end(database, place, release, time_ms=time_ms)
        _begin(made, place.keys, release, chance, ended.left, time_ms=time_ms)
        _check_begun(made, place.keys, release)
        closed = ended.epoch
    elif made.exists():
        closed = _closed_before(made, place)
    else:
        raise BadInputError(f"{database} is not there; there is nothing to upgrade")
    epochs.take_place(place.data, place.mirror, closed_epoch=closed)
    _mirror(database, place)
    return closed + 1


def _mirror(database: Path, place: Place) -> None:
    """The new epoch has two copies from its beginning."""
    with Store.open(database, place.keys, Mirror(place.mirror, _must_be_mirrored)) as store:
        for _ in store.verified_entries():
            pass


def _closed_before(made: Path, place: Place) -> int:
    """The epoch that a waiting database goes on from, which must have been put aside already."""
    with closing(Reader(made, place.keys)) as reader:
        epoch = reader.epoch - 1
    kept = epochs.closed_database(place.data, epoch)
    if not kept.is_file():
        raise BadInputError(
            f"{made} goes on from epoch {epoch} of the log, and neither {kept} nor its database is"
            " there; put it back"
        )
    return epoch


def _check(database: Path, place: Place) -> None:
    """What is carried over must be right to the last posting."""
    report = audit(database, place.keys)
    if report.disagreement is not None:
        raise StoreError(f"{database} disagrees and is not gone on from: {report.disagreement}")


def _end(database: Path, place: Place, release: Release, *, time_ms: int) -> Ended:
    """Close the log, unless that was done before; what it leaves."""
    with Store.open(database, place.keys, Mirror(place.mirror, _must_be_mirrored)) as store:
        state = TableState()
        for stored in store.verified_entries():
            with at(f"entry {stored.sequence}"):
                state = fold(state, stored.entry.facts)
        if not state.is_over:
            _check_end(state, release)
            command = CloseEpoch(release.engine_sha256, release.setup.rules_sha256)
            state = _append(store, release, state, command, time_ms=time_ms)
        head, balances = store.last_checkpoint(), store.balances()
    return Ended(store.epoch, carried(state, balances, epoch=store.epoch + 1, head=head))


def _check_end(state: TableState, release: Release) -> None:
    if state.opened is None:
        raise BadInputError("the journal is empty; there is nothing to upgrade")
    if release.why_not(state.opened) is None:
        raise BadInputError("the journal is of this very engine and rules; nothing to upgrade")
    if reason := why_not_the_same_table(state, release.setup):
        raise BadInputError(f"{reason}; give another --data folder to another table")
    if reason := why_no_end(state):
        raise BadInputError(f"{reason}; the release that wrote the journal must finish it first")
    if reason := why_no_meters(state, release.setup.rules):
        raise BadInputError(f"{reason}; keep the meter in the table's file, with room for it")


def _begin(
    made: Path,
    keys: StoreKeys,
    release: Release,
    chance: Chance,
    left: Carried,
    *,
    time_ms: int,
) -> None:
    """The next epoch's database as a whole, with one entry; a beginning that was cut off is gone.

    What SQLite keeps beside a database would be taken for a part of the new one.
    """
    for suffix in ("-wal", "-shm", ""):
        made.with_name(made.name + suffix).unlink(missing_ok=True)
    setup = release.setup
    uniforms = tuple(chance.uniform(meter, left.round) for meter in setup.rules.must_hit_by)
    command = opening(setup, release.engine_sha256, uniforms, left)
    with Store.create(made, keys, epoch=left.epoch) as store:
        _append(store, release, TableState(), command, time_ms=time_ms)
    made.with_name(f"{made.name}.lock").unlink()


def _check_begun(made: Path, keys: StoreKeys, release: Release) -> None:
    """It takes the present one's place only if an auditor finds nothing in it but its opening."""
    report = audit(made, keys, release)
    if report.disagreement is not None or report.entries != 1:
        raise StoreError(f"{made} is no beginning of an epoch: {report.disagreement}")


def _append(
    store: Store, release: Release, state: TableState, command: HostCommand, *, time_ms: int
) -> TableState:
    decision = decide(release.setup, state, command)
    if not isinstance(decision, Decision):
        raise BreachError(f"{type(command).__name__} was refused: {decision.code}")
    entry = Entry(None, command, decision.facts)
    store.append(entry, decision.transfers, time_ms=time_ms, seal=True)
    return decision.state


def _must_be_mirrored(reason: str) -> None:
    raise StoreError(reason)

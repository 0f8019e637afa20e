"""The host dies at any instant, its witness sometimes too, and after each death all of it is audited."""

import os
import signal
import time
from random import Random

import pytest

from table_app.config_loader import config_of, load_table
from table_app.host.engine import engine_sha256
from table_app.store import keys as store_keys
from table_app.store.audit import audit
from table_app.store.database import DATABASE_FILE
from table_app.store.decide_again import Release
from table_app.store.journal import Store
from table_app.store.mirror import MIRROR_FILE, Mirror
from tests.store.histories import must_not_fail
from tests.system.floor import Floor
from tests.system.running_witness import RunningWitness

SEED = 2026
LATEST_KILL_S = 2.0
"""From the start of the process: many kills come while it boots, the others in play."""

WITNESS_DIES_EVERY = 5
CREDIT = "100000"
"""Dollars: nobody loses it in two hundred kills."""


def test_six_kills_leave_everything_in_order(floor: Floor, witness: RunningWitness) -> None:
    kill_again_and_again(floor, witness, kills=6)


@pytest.mark.proof
def test_two_hundred_kills_leave_everything_in_order(floor: Floor, witness: RunningWitness) -> None:
    rounds = kill_again_and_again(floor, witness, kills=200)

    assert rounds > 100


def kill_again_and_again(floor: Floor, witness: RunningWitness, *, kills: int) -> int:
    """Kill, audit, start again; how many rounds were played in the end."""
    floor.seat_players()
    chance = Random(SEED)
    for number in range(1, kills + 1):
        floor.start_command("--credit", CREDIT, *witness.options)
        dies_at_s = time.monotonic() + chance.uniform(0.0, LATEST_KILL_S)
        floor.play(until=lambda at=dies_at_s: time.monotonic() >= at)  # type: ignore[misc]
        os.kill(floor.process.pid, signal.SIGKILL)
        assert floor.finish()[0] == -signal.SIGKILL, f"kill {number} of seed {SEED}"
        if number % WITNESS_DIES_EVERY == 0:
            witness.stop()
            witness.start()
        check(floor, f"kill {number} of seed {SEED}")
    return end_well(floor, witness)


def check(floor: Floor, moment: str) -> None:
    """Database alone as it was left, then mended as a boot mends it, with its mirror."""
    database, mirror = floor.data / DATABASE_FILE, floor.data / MIRROR_FILE
    if not database.exists():
        return
    keys = store_keys.load(floor.keys)
    release = Release(load_table(floor.table_file, config_of(floor.table_file)), engine_sha256())
    left = audit(database, keys, release)
    assert (left.disagreement, left.not_decided_because) == (None, None), moment
    with Store.open(database, keys, Mirror(mirror, must_not_fail)) as store:
        entries = sum(1 for _ in store.verified_entries())
        assert sum(store.balances().values()) == 0, moment
    mended = audit(database, keys, release, mirror)
    assert mended.disagreement is None, moment
    assert mended.mirror_lines == entries == left.entries, moment


def end_well(floor: Floor, witness: RunningWitness) -> int:
    """A host that nobody kills is confirmed by the witness and plays two rounds more."""
    floor.start_command(*witness.options)
    seen = floor.round
    floor.play(until=lambda: floor.round >= max(seen, 1) + 2)
    last = floor.round
    floor.process.send_signal(signal.SIGTERM)
    code, said = floor.finish()
    assert code == 0, said
    check(floor, "the end")
    return last

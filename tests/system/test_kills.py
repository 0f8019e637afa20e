"""The host dies at any instant, its witness sometimes too, and after each death all of it is audited."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import closing
from random import Random

import pytest

from table_app.config_loader import config_of, load_table
from table_app.host.engine import engine_sha256
from table_app.store import keys as store_keys
from table_app.store.audit import audit
from table_app.store.checkpoint import Checkpoint, parse_checkpoint, parse_note
from table_app.store.database import DATABASE_FILE
from table_app.store.decide_again import Release
from table_app.store.journal import Store
from table_app.store.mirror import MIRROR_FILE, Mirror
from table_app.store.reader import Reader
from table_app.vocabulary.views import SeatView
from tests.store.histories import must_not_fail
from tests.system.checked_rounds import check_rounds
from tests.system.credits import credits_cents, paid_in_cents
from tests.system.floor import DEADLINE_S, POLL_S, Floor
from tests.system.running_witness import RunningWitness

SEED = 2026
LATEST_KILL_S = 2.0
"""From the start of the process: many kills come while it boots, the others in play."""

WITNESS_DIES_EVERY = 5
CREDIT_CENTS = 10_000_000
"""Nobody loses it in two hundred kills."""


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
        moment = f"kill {number} of seed {SEED}"
        start(floor, witness)
        started_s = time.monotonic()
        for after_s, die in deaths(floor, witness, number, chance):
            floor.play(until=lambda at=started_s + after_s: time.monotonic() >= at)  # type: ignore[misc]
            die()
        code, said = floor.finish()
        assert code == -signal.SIGKILL, f"{moment}: {said}"
        check(floor, moment)
    end_well(floor, witness)
    return check_rounds(floor, paid_in_cents=CREDIT_CENTS)


def start(floor: Floor, witness: RunningWitness) -> None:
    """The host gives each seat its credit once; perhaps no kill before left it the time."""
    floor.start_command("--credit", str(CREDIT_CENTS // 100), *witness.options)


def deaths(
    floor: Floor, witness: RunningWitness, number: int, chance: Random
) -> list[tuple[float, Callable[[], None]]]:
    """Who dies how many seconds after the host was started; it always does, and last."""
    host_s = chance.uniform(0.0, LATEST_KILL_S)
    witness_s = chance.uniform(0.0, host_s)
    too = [(witness_s, witness.die_and_come_back)] * (number % WITNESS_DIES_EVERY == 0)
    return [*too, (host_s, lambda: os.kill(floor.process.pid, signal.SIGKILL))]


def check(floor: Floor, moment: str) -> None:
    """Database alone as it was left, then mended as a boot mends it, with its mirror."""
    database, mirror = floor.data / DATABASE_FILE, floor.data / MIRROR_FILE
    if not database.exists():
        return
    keys = store_keys.load(floor.keys)
    release = Release(load_table(floor.table_file, config_of(floor.table_file)), engine_sha256())
    left = audit(database, keys, release)
    assert (left.disagreement, left.not_decided_because) == (None, None), moment
    left_mirror = mirror.read_bytes() if mirror.exists() else b""
    with Store.open(database, keys, Mirror(mirror, must_not_fail)) as store:
        entries = sum(1 for _ in store.verified_entries())
        assert sum(store.balances().values()) == 0, moment
    assert mirror.read_bytes().startswith(left_mirror), moment
    mended = audit(database, keys, release, mirror)
    assert mended.disagreement is None, moment
    assert mended.mirror_lines == entries == left.entries, moment
    check_credits(floor, moment)


def check_credits(floor: Floor, moment: str) -> None:
    """Paid in once at most, and what a player saw last was the credit after some commit."""
    database = floor.data / DATABASE_FILE
    for player in floor.players:
        assert paid_in_cents(database, player.seat) in {0, CREDIT_CENTS}, moment
        seen = {owned_cents(view) for view in (player.view,) if view is not None}
        assert seen <= set(credits_cents(database, player.seat)), moment


def owned_cents(view: SeatView) -> int:
    """The seat's credit, its chips on the layout included: before the lock they are no wager."""
    layout = view.betting.wagers if view.betting is not None else ()
    return view.credit_cents + sum(wager.stake_cents for wager in layout)


def end_well(floor: Floor, witness: RunningWitness) -> None:
    """A host that nobody kills plays two rounds more, and its witness cosigns its last head."""
    start(floor, witness)
    seen = floor.round
    floor.play(until=lambda: floor.round >= max(seen, 1) + 2)
    deadline_s = time.monotonic() + DEADLINE_S
    while (head := last_head(floor)) != witness.last_cosigned(head.origin):
        assert time.monotonic() < deadline_s, f"the witness has not cosigned {head}"
        time.sleep(POLL_S)
    floor.process.send_signal(signal.SIGTERM)
    code, said = floor.finish()
    assert code == 0, said
    assert last_head(floor) == head
    check(floor, "the end")


def last_head(floor: Floor) -> Checkpoint:
    with closing(Reader(floor.data / DATABASE_FILE, store_keys.load(floor.keys))) as reader:
        return parse_checkpoint(parse_note(reader.last_checkpoint()).text)

"""The host is killed, and no wager, card or cent is lost or made twice.

Players bet, insure, split, hit and stand over TLS while the process dies under them; their links
connect again and send again whatever was not answered.
"""

import os
import signal
import time
from random import Random

from tests.system.checked_rounds import check_rounds
from tests.system.floor import GIFT_CENTS, Floor

KILLS = 20
LATEST_KILL_S = 1.6
"""From the start of the process: some kills come before it is ready, some rounds later."""


def test_a_round_survives_a_kill_before_and_after_each_of_its_commits(floor: Floor) -> None:
    floor.make_keys()
    floor.seat_players()
    kills = 0

    while floor.round < 2:
        for moment in ("before", "after"):
            floor.start(moment=moment, commit=1)
            floor.play(until=lambda: floor.is_dead or floor.round >= 3)
            code, said = floor.finish()
            assert code == -signal.SIGKILL, said
            kills += 1

    # Opening the table, its bets, two gifts, the lock, the end of the round, the next bets.
    assert kills >= 2 * 6
    _end_well(floor)
    check_rounds(floor, paid_in_cents=GIFT_CENTS)


def test_rounds_survive_twenty_kills_at_random(floor: Floor) -> None:
    floor.make_keys()
    floor.seat_players()
    chance = Random(20)

    for _ in range(KILLS):
        floor.start()
        dies_at_s = time.monotonic() + chance.uniform(0.0, LATEST_KILL_S)
        floor.play(until=lambda at=dies_at_s: time.monotonic() >= at)  # type: ignore[misc]
        os.kill(floor.process.pid, signal.SIGKILL)
        assert floor.finish()[0] == -signal.SIGKILL

    _end_well(floor)
    check_rounds(floor, paid_in_cents=GIFT_CENTS)


def _end_well(floor: Floor) -> None:
    """A host that nobody kills finishes the round and one more, and ends when it is asked."""
    floor.start()
    seen = floor.round
    floor.play(until=lambda: floor.round >= max(seen, 1) + 2)
    floor.process.send_signal(signal.SIGTERM)
    assert floor.finish()[0] == 0

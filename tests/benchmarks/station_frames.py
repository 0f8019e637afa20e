"""Figures of a station at 1920x1080: a busy frame, an idle table, the first frame of a process.

Run: python -m tests.benchmarks.station_frames
Bars: busy frame <= 3 ms CPU, idle <= 3 % of a core, first frame <= 3 s, memory <= 150 MiB.
"""

import os
import resource
import statistics
import subprocess
import sys
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from msgspec.structs import replace

from table_app.link.client import LinkUp
from table_app.station.app import App
from table_app.vocabulary.cards import Card, card
from table_app.vocabulary.commands import PlayerCommand
from table_app.vocabulary.facts import (
    BetsLocked,
    CardDealt,
    DealerDrew,
    DynamicPaysDrawn,
    HandSettled,
    HoleCardDealt,
    HoleCardTurned,
    RoundClosed,
    ShownFact,
    UpcardDealt,
    WagerSettled,
)
from table_app.vocabulary.views import Update, Welcome
from tests.station import all_wagers, samples

SIZE = (1920, 1080)
FRAME_MS = 16
ROUNDS = 8
QUIET_STEPS = 180
"""What a station does in the two seconds before its first round: it draws ahead."""
IDLE_SECONDS = 5.0
FIRST_FRAMES = 5


class _Feed:
    """A link that gives what it is fed."""

    def __init__(self) -> None:
        self.messages: list[object] = [LinkUp(), Welcome(all_wagers.INFO, 1)]

    def send(self, command: PlayerCommand) -> int:
        raise AssertionError(command)

    def poll(self) -> list[object]:
        messages, self.messages = self.messages, []
        return messages

    def close(self) -> None:
        pass


def _round(number: int) -> tuple[tuple[ShownFact, ...], Update]:
    """The draw, four hands with as many moving cards as ever, and the money of every wager."""
    hands = tuple(
        samples.hand("8S 3D 7C 2H", 20, result="win", paid_cents=2000 + 100 * (number % 9))
        for _ in range(4)
    )
    facts: list[ShownFact] = [BetsLocked(number), DynamicPaysDrawn(all_wagers.THREE_PAYS)]
    facts += [
        CardDealt(samples.SEAT, index, dealt)
        for index, hand in enumerate(hands)
        for dealt in hand.cards
    ]
    facts += [UpcardDealt(card("KS")), HoleCardDealt(2), HoleCardTurned(Card("6D"))]
    facts += [DealerDrew(Card("9H"))]
    facts += [HandSettled(samples.SEAT, index, "win", 1000, 2000) for index in range(4)]
    facts += [
        WagerSettled(samples.SEAT, spot.wager, spot.outcome or "", 500, spot.paid_cents, "table")
        for spot in all_wagers.mixed_results().spots[1:]
    ]
    facts.append(RoundClosed(number))
    view = all_wagers.mixed_results(
        dynamic_pays=all_wagers.THREE_PAYS,
        dealer=samples.dealer("KS 6D 9H", 25),
        meters=tuple(
            replace(meter, amount_cents=meter.amount_cents + number) for meter in all_wagers.METERS
        ),
        shown_round=number,
        round=number + 1,
        hands=hands,
        credit_cents=124_350 + 1234 * number,
        win_cents=8000 + number,
    )
    return tuple(facts), Update(number, tuple(facts), view)


def busy_frames() -> list[float]:
    """CPU milliseconds of every frame in which cards, chips or meters moved."""
    now_ms = 0
    feed = _Feed()
    app = App(feed, size=SIZE, clock=lambda: now_ms)
    feed.messages.append(Update(1, (), all_wagers.empty()))
    for _ in range(QUIET_STEPS):
        app.step()
    taken: list[float] = []
    for number in range(20, 20 + ROUNDS):
        _, update = _round(number)
        feed.messages.append(update)
        for _ in range(10_000 // FRAME_MS):
            now_ms += FRAME_MS
            start = time.process_time_ns()
            app.step()
            spent = (time.process_time_ns() - start) / 1e6
            if not app.is_settled:
                taken.append(spent)
    app.close()
    return taken


def idle_percent() -> float:
    """CPU of a real, idle loop with a running timer, in per cent of one core."""
    feed = _Feed()
    app = App(feed, size=SIZE)
    feed.messages.append(Update(1, (), all_wagers.with_all_chips()))
    for _ in range(QUIET_STEPS):
        app.wait(app.step())
    cpu, wall = time.process_time(), time.monotonic()
    end = wall + IDLE_SECONDS
    while time.monotonic() < end:
        app.wait(app.step())
    percent = (time.process_time() - cpu) / (time.monotonic() - wall) * 100
    app.close()
    return percent


def first_frame_seconds() -> tuple[float, float]:
    """CPU and wall seconds from starting an interpreter to the first picture of a table."""
    wall = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.station_frames", "--first-frame"],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout.split()[-1]), time.monotonic() - wall


def _first_frame() -> None:
    feed = _Feed()
    app = App(feed, size=SIZE)
    feed.messages.append(Update(1, (), all_wagers.dealt()))
    app.step()
    print(time.process_time())


def main() -> None:
    if "--first-frame" in sys.argv:
        _first_frame()
        return
    taken = sorted(busy_frames())
    # Of one station: the idle one below is a second in this process.
    peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    p95 = taken[len(taken) * 95 // 100]
    print(
        f"busy frame   median {statistics.median(taken):.2f} ms   p95 {p95:.2f} ms   "
        f"worst {taken[-1]:.2f} ms   ({len(taken)} frames, CPU)"
    )
    print(f"idle         {idle_percent():.1f} % of a core")
    print(f"memory       {peak_kib / 1024:.0f} MiB at most")
    cpu, wall = min(first_frame_seconds() for _ in range(FIRST_FRAMES))
    print(f"first frame  {cpu:.2f} s CPU   {wall:.2f} s wall")


if __name__ == "__main__":
    main()

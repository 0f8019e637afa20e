"""CPU of `TableHost.handle` besides COMMIT: the demo table, every wager, one seat and seven.

    python -m tests.benchmarks.handle

The bars: at most 1 ms a decision and 4 ms a lock of seven seats.
"""

import time
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.game.hand import total
from table_app.game.round.state import RoundState
from table_app.host.events import Event, Outbox
from table_app.host.instant import Instant
from table_app.table.setup import SEATS_MAX
from table_app.vocabulary import commands as c
from table_app.vocabulary.codec import encode_message
from tests.host.stand import Stand, Station

HOST_ROUNDS = 150
CREDIT_CENTS = 100_000_000
BARS_MS = {"decision": 1.0, "lock": 4.0}


class Stopwatch:
    """CPU of each `handle`, by what it did, less the CPU inside COMMIT; and of the encoding."""

    def __init__(self, stand: Stand) -> None:
        self.spent_ms: dict[str, list[float]] = {}
        self._stand = stand
        self._in_commit_ns = 0
        commit = stand.store.database.commit

        def timed(connection: Connection) -> None:
            began = time.process_time_ns()
            commit(connection)
            self._in_commit_ns += time.process_time_ns() - began

        stand.store.database.commit = timed  # type: ignore[method-assign]
        self._handle = stand.host.handle
        stand.host.handle = self._timed_handle  # type: ignore[method-assign]

    def _timed_handle(self, event: Event, now: Instant) -> Outbox:
        before = self._round
        self._in_commit_ns = 0
        began = time.process_time_ns()
        outbox = self._handle(event, now)
        spent_ns = time.process_time_ns() - began - self._in_commit_ns
        self._keep(_what_happened(before, self._round), spent_ns)
        began = time.process_time_ns()
        for outgoing in outbox:
            encode_message(outgoing.message)
        self._keep("encoding of an outbox", time.process_time_ns() - began)
        return outbox

    @property
    def _round(self) -> RoundState:
        assert self._stand.host.state.round is not None
        return self._stand.host.state.round

    def _keep(self, what: str, spent_ns: int) -> None:
        self.spent_ms.setdefault(what, []).append(spent_ns / 1e6)


def _what_happened(before: RoundState, after: RoundState) -> str:
    if after.round != before.round:
        return "next bets"
    if before.stage == "betting":
        return "chips" if after.stage == "betting" else "lock"
    return "round close" if after.stage == "closed" else "decision"


def play_on_host(folder: Path, seats: int) -> dict[str, list[float]]:
    """Rounds with all seats connected and playing; the CPU of each kind of event."""
    setup = load_table(default_table(), shipped_config())
    wagers = {limits.wager: limits.minimum_cents for limits in setup.limits}
    stand = Stand(folder, setup, credits_cents=(CREDIT_CENTS,) * seats)
    watch = Stopwatch(stand)
    stations = [stand.connect(seat) for seat in range(1, seats + 1)]
    for _ in range(HOST_ROUNDS):
        stand.deal(*stations, **wagers)
        while stations[0].phase != "result":
            answer(stand, stations)
        stand.wait(setup.timing.result_ms)
        _validate(stand, stations)
        for station in stations:
            station.forget()
    stand.close()
    return watch.spent_ms


def answer(stand: Stand, stations: list[Station]) -> None:
    assert stand.host.state.round is not None
    command = _choose(stand.host.state.round)
    stand.ask(stations[command.seat - 1], command)


def _validate(stand: Stand, stations: list[Station]) -> None:
    for station in stations:
        while stand.host.state.awards_of(station.seat):
            stand.ask(station, c.RequestDemoValidation(station.seat))


def _choose(current: RoundState) -> c.InsuranceCommand | c.HandCommand:
    """No insurance, hits below 15: of the seat that owes an answer."""
    if current.turn is None:
        asked = next(box.seat for box in current.boxes if box.insurance == "asked")
        return c.DeclineInsurance(asked)
    seat, hand = current.turn.seat, current.turn.hand
    cards = current.boxes[seat - 1].hands[hand].cards
    return c.Hit(seat, hand) if total(cards).points < 15 else c.Stand(seat, hand)


def main() -> None:
    for seats in (1, SEATS_MAX):
        with TemporaryDirectory() as folder:
            spent_ms = play_on_host(Path(folder), seats)
        print(f"{seats} of {SEATS_MAX} seats, CPU besides COMMIT:")
        for what, times_ms in sorted(spent_ms.items()):
            p95 = quantiles(times_ms, n=20)[-1]
            bar = BARS_MS.get(what)
            verdict = "" if bar is None else f"   bar {bar}: {'met' if p95 <= bar else 'NOT met'}"
            print(f"  {what:24} median {median(times_ms):.3f} ms, p95 {p95:.3f} ms{verdict}")


if __name__ == "__main__":
    main()

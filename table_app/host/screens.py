"""Each seat's screen beside the game: the player's choices, calls, and how long the session lasts.

None of it is money and none of it is journaled; a boot finds out from the journal when each
session began. Times are the steady clock's.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from table_app.host.instant import Instant
from table_app.table.beside import SeatScreen
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.refusals import Refusal


class _Seat:
    """What is remembered of one seat."""

    def __init__(self, preferences: c.Preferences) -> None:
        self.preferences = preferences
        self.is_calling = False
        self.began_ms: int | None = None
        self.confirmed_ms = 0
        self.touched_ms = 0


class ScreenDesk:
    """The screens of all seats; `preferences` are the house's until a player chooses others."""

    def __init__(self, setup: TableSetup) -> None:
        self._setup = setup
        place = setup.jurisdiction
        speed = "normal" if "normal" in place.speeds else place.speeds[0]
        self._house = c.Preferences(language=place.texts[0].language, speed=speed)
        self._seats = {seat: _Seat(self._house) for seat in range(1, setup.seats + 1)}

    def take(
        self,
        command: c.SetPreferences | c.CallAttendant | c.ConfirmReality,
        now: Instant,
    ) -> Refusal | None:
        """Do what a player wants of its own screen."""
        seat = self._seats[command.seat]
        match command:
            case c.SetPreferences(_, preferences):
                if not self._is_offered(preferences):
                    return Refusal("not_offered")
                seat.preferences = preferences
            case c.CallAttendant(_, is_wanted):
                seat.is_calling = is_wanted
            case c.ConfirmReality():
                seat.confirmed_ms = now.steady_ms
        return None

    def touch(self, seat: int, now: Instant) -> None:
        """Somebody is at this seat."""
        self._seats[seat].touched_ms = now.steady_ms

    def follow(self, facts: tuple[f.Fact, ...], now: Instant) -> None:
        """Sessions begin and end by facts; called for each entry, in order, with its time."""
        for fact in facts:
            if isinstance(fact, f.DemoCreditAdded):
                self._begin(fact.seat, now)
            elif isinstance(fact, f.EpochCarried):
                for seat_number in _playing(fact.carried):
                    self._begin(seat_number, now)
            elif isinstance(fact, f.SessionEnded):
                self.forget(fact.seat)
            elif isinstance(fact, f.RoundClosed):
                # Whoever has just lost its last chip looks at the result first.
                for seat in self._seats.values():
                    seat.touched_ms = now.steady_ms
            elif isinstance(fact, f.AwardClosed):
                self.touch(fact.seat, now)

    def _begin(self, number: int, now: Instant) -> None:
        seat = self._seats[number]
        if seat.began_ms is None:
            seat.began_ms = seat.confirmed_ms = now.steady_ms

    def boot(self, now: Instant) -> None:
        """The journal has been followed: nobody is asked now for checks of the time before."""
        period = self._setup.jurisdiction.reality_check_ms
        for seat in self._seats.values():
            seat.touched_ms = now.steady_ms
            if seat.began_ms is None:
                continue
            # A wall clock that was set back since must not put the beginning into the future.
            seat.began_ms = seat.confirmed_ms = min(seat.began_ms, now.steady_ms)
            if period is not None:
                elapsed = now.steady_ms - seat.began_ms
                seat.confirmed_ms += elapsed // period * period

    def screens(self, now: Instant) -> dict[int, SeatScreen]:
        """Each seat's screen, as its view shows it."""
        return {number: self._screen(seat, now) for number, seat in self._seats.items()}

    def next_left_ms(self, state: TableState) -> int | None:
        """When the next seat counts as left, or None while none can be."""
        return min((at_ms for _, at_ms in self._leaving(state)), default=None)

    def left(self, state: TableState, now: Instant) -> tuple[int, ...]:
        """The seats that count as left now: without credit, and untouched for long enough."""
        return tuple(seat for seat, at_ms in self._leaving(state) if at_ms <= now.steady_ms)

    def forget(self, seat: int) -> None:
        """The seat is the house's again."""
        self._seats[seat] = _Seat(self._house)

    def _leaving(self, state: TableState) -> Iterator[tuple[int, int]]:
        """The seats that own nothing, between rounds; one that calls waits for its attendant."""
        if state.round is None or state.round.stage not in {"betting", "closed"}:
            return
        for number, seat in self._seats.items():
            is_taken = state.session(number).is_open or seat.preferences != self._house
            if is_taken and not seat.is_calling and not state.owned_cents(number):
                yield number, seat.touched_ms + self._setup.timing.session_ms

    def _is_offered(self, chosen: c.Preferences) -> bool:
        place = self._setup.jurisdiction
        return (
            chosen.language in {texts.language for texts in place.texts}
            and chosen.speed in place.speeds
            and 0 <= chosen.volume <= c.VOLUME_MAX
        )

    def _screen(self, seat: _Seat, now: Instant) -> SeatScreen:
        screen = SeatScreen(preferences=seat.preferences, is_calling=seat.is_calling)
        if seat.began_ms is None:
            return screen
        period = self._setup.jurisdiction.reality_check_ms
        since_ms = now.steady_ms - seat.confirmed_ms
        return replace(
            screen,
            elapsed_ms=max(0, now.steady_ms - seat.began_ms),
            reality_ms=None if period is None else max(0, period - since_ms),
        )


def _playing(carried: c.Carried) -> Iterator[int]:
    """The seats whose sessions go on in a new epoch; their clock begins with it."""
    for seat, session in enumerate(carried.sessions, start=1):
        if session.is_open:
            yield seat

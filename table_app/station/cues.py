"""When which sound is due: cards and chips as they move, an end as it comes. No sound is made here.

A return that is not above the stake is no win, and sounds like none (RTS 14F).
"""

from collections.abc import Iterator

from msgspec import Struct

from table_app.station.animation import Timeline
from table_app.station.picture import GOOD_WIN, GREAT_WIN
from table_app.station.sounds import Sound
from table_app.vocabulary.facts import AwardReserved, BetsLocked, RoundClosed, ShownFact
from table_app.vocabulary.views import SeatView


class Cue(Struct, frozen=True):
    """A sound and when it is due on the station's clock."""

    at_ms: int
    sound: Sound
    is_of_the_end: bool = False
    """It comes when the view stands, also when the movement is skipped."""


def cues_of(
    timeline: Timeline, told: tuple[ShownFact, ...], view: SeatView, now_ms: int
) -> Iterator[Cue]:
    """The sounds of an update whose movement begins now."""
    if any(isinstance(fact, BetsLocked) for fact in told):
        yield Cue(now_ms, "bets_closed")
    for flight in timeline.cards.values():
        if flight.from_shoe:
            yield Cue(now_ms + flight.start_ms, "card")
    if timeline.hole_turns_ms is not None:
        yield Cue(now_ms + timeline.hole_turns_ms, "card")
    if timeline.chips:
        yield Cue(now_ms + timeline.chips[0].start_ms, "chip")
    end_ms = now_ms + timeline.duration_ms
    if any(isinstance(fact, AwardReserved) and fact.seat == view.seat for fact in told):
        yield Cue(end_ms, "win_3", is_of_the_end=True)
    elif any(isinstance(fact, RoundClosed) for fact in told):
        sound = win_sound(view.win_cents, view.total_bet_cents)
        if sound is not None:
            yield Cue(end_ms, sound, is_of_the_end=True)


def win_sound(win_cents: int, staked_cents: int) -> Sound | None:
    """How a round's return sounds; None when nothing was gained."""
    if win_cents <= staked_cents:
        return None
    if win_cents >= GREAT_WIN * staked_cents:
        return "win_3"
    return "win_2" if win_cents >= GOOD_WIN * staked_cents else "win_1"


def cue_of_touch(name: str) -> Sound | None:
    """What a touch of a button sounds like."""
    return (
        "chip" if name.startswith(("chip:", "spot:")) or name in {"double_bets", "repeat"} else None
    )

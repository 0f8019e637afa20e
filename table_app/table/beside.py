"""What a view shows beside the table's state: chips not yet locked, time, each seat's screen."""

from collections.abc import Mapping

from msgspec import Struct

from table_app.table.layout import Layout
from table_app.vocabulary.commands import Preferences
from table_app.vocabulary.views import Tilt, TimerView


class SeatScreen(Struct, frozen=True):
    """One seat's choices and calls, and the times of its session (milliseconds; None: nobody's)."""

    preferences: Preferences = Preferences()
    is_calling: bool = False
    elapsed_ms: int | None = None
    reality_ms: int | None = None


class Beside(Struct, frozen=True):
    """All of it at one moment; `time_ms` is the wall clock's."""

    layouts: Mapping[int, Layout] = {}
    timer: TimerView | None = None
    screens: Mapping[int, SeatScreen] = {}
    tilt: Tilt | None = None
    time_ms: int = 0
    is_witnessed: bool = True


NO_SCREEN = SeatScreen()

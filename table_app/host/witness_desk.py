"""The witness beside a running table: a thread that has each new head cosigned, or says why not.

The table's own thread only says that there is a new head. Which heads still lack a cosignature,
and what then happens to play, is for the table to decide.
"""

import threading
from collections.abc import Callable, Sequence

from table_app.host.witness_call import (
    Cosigned,
    Refused,
    Unreachable,
    WitnessCall,
    WitnessEvent,
    WitnessPlace,
)
from table_app.store.reader import Reader

RETRY_FIRST_S = 1.0
RETRY_S_MAX = 30.0
STOP_S_MAX = 5.0
"""A call that is cut ends at once, but one that is still connecting goes on for a moment."""


class WitnessDesk:
    """Asks one witness about the newest checkpoint of one database, after its `closed` epochs.

    Until the last head of each closed epoch was cosigned nothing is asked of the present one: the
    witness cannot tell by itself which epochs belong together.

    `deliver` is called in the desk's thread and must neither block nor raise: a queue's `put`. It
    gets each Cosigned, one Unreachable per outage, and Refused as the last event ever.
    """

    def __init__(
        self,
        place: WitnessPlace,
        reader: Reader,
        deliver: Callable[[WitnessEvent], None],
        *,
        closed: Sequence[Reader] = (),
    ) -> None:
        self._call = WitnessCall(place, reader)
        self._closed = [WitnessCall(place, each) for each in closed]
        self._deliver = deliver
        self._changed = threading.Condition()
        self._has_news = False
        self._is_stopping = False
        self._is_away = False
        self._thread = threading.Thread(target=self._run, name="witness", daemon=True)

    def confirm(self) -> WitnessEvent:
        """Ask once and wait for the answer: for boot, before `start`."""
        while self._closed:
            event = self._closed[0].confirm()
            if not isinstance(event, Cosigned):
                return event
            self._closed.pop(0)
        return self._call.confirm()

    def start(self) -> None:
        """Begin, with the checkpoint that is the newest now."""
        self._has_news = True
        self._thread.start()

    def sealed(self) -> None:
        """There is a newer checkpoint in the database; never waits."""
        with self._changed:
            self._has_news = True
            self._changed.notify()

    def stop(self) -> None:
        """End the thread; what was not cosigned stays so."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        for call in (*self._closed, self._call):
            call.cut()
        self._thread.join(STOP_S_MAX)

    def _run(self) -> None:
        pause_s = RETRY_FIRST_S
        while self._wait_for_news():
            event = self.confirm()
            self._report(event)
            if isinstance(event, Refused):
                return
            if isinstance(event, Unreachable):
                self._pause(pause_s)
                pause_s = min(2 * pause_s, RETRY_S_MAX)
            else:
                pause_s = RETRY_FIRST_S

    def _report(self, event: WitnessEvent) -> None:
        was_away, self._is_away = self._is_away, isinstance(event, Unreachable)
        if not (was_away and self._is_away) and not self._is_stopping:
            self._deliver(event)

    def _wait_for_news(self) -> bool:
        """Whether to go on: there is a newer checkpoint."""
        with self._changed:
            self._changed.wait_for(lambda: self._has_news or self._is_stopping)
            self._has_news = False
            return not self._is_stopping

    def _pause(self, seconds: float) -> None:
        """Wait, new checkpoints or not, and then ask about the newest."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_stopping, timeout=seconds)
            self._has_news = True

"""Where requests are answered one at a time: judged, cosigned, remembered, and only then told."""

import logging
import threading
from collections.abc import Callable

from msgspec import Struct

from table_app.errors import StoreError
from table_app.store import checkpoint as notes
from table_app.store.add_checkpoint import SIZE_CONTENT_TYPE
from table_app.store.checkpoint import Note
from table_app.store.cosignature import cosign
from table_app.witness.cosigner import OTHER_SIZE, Extension, RefusedCheckpoint, judge
from table_app.witness.folder import WitnessFolder
from table_app.witness.logs import Logs
from table_app.witness.refusal_log import RefusalLog

log = logging.getLogger(__name__)
NO_CLOCK = 503
TEXT = "text/plain; charset=utf-8"


class Answer(Struct, frozen=True):
    """What goes back to the log."""

    status: int
    content_type: str
    body: str


class WitnessService:
    """Answers for one folder, from any thread."""

    def __init__(
        self,
        folder: WitnessFolder,
        logs: Logs,
        *,
        now_s: Callable[[], int],
        failed: Callable[[StoreError], None],
    ) -> None:
        """`failed` hears that the memory took nothing; the process should then end."""
        self._folder = folder
        self._logs = logs
        self._now_s = now_s
        self._failed = failed
        self._refusals = RefusalLog(log.warning)
        # Judging against the last checkpoint and remembering the new one must be one step.
        self._one_at_a_time = threading.Lock()

    def answer(self, body: bytes, *, who: str) -> Answer:
        """The answer to a body of `add-checkpoint`; its cosignature is durable already."""
        with self._one_at_a_time:
            judged = judge(body, self._logs, self._folder.memory.last)
            if isinstance(judged, RefusedCheckpoint):
                return self._refuse(judged, who)
            try:
                return self._cosign(judged, who)
            except StoreError as error:
                self._failed(error)
                return Answer(500, TEXT, "the witness could not keep it and cosigns nothing\n")

    def _refuse(self, refused: RefusedCheckpoint, who: str) -> Answer:
        self._refusals.note(refused, who=who, now_s=self._now_s())
        if refused.status == OTHER_SIZE:
            return Answer(refused.status, SIZE_CONTENT_TYPE, f"{refused.known_size}\n")
        return Answer(refused.status, TEXT, f"{refused.why}\n")

    def _cosign(self, extension: Extension, who: str) -> Answer:
        name, key = self._folder.witness.name, self._folder.key
        text, time_s = extension.note.text, self._now_s()
        if time_s < 0:
            why = "this witness's clock stands before 1970: set it"
            return self._refuse(RefusedCheckpoint(NO_CLOCK, why, extension.checkpoint.origin), who)
        cosignature = cosign(text, name=name, key=key, time_s=time_s)
        self._folder.memory.remember(Note(text, (*extension.note.signatures, cosignature)))
        self._refusals.is_well(extension.checkpoint.origin)
        return Answer(200, TEXT, notes.signature_line(cosignature))

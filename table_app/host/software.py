"""The table's software against the manifest that its maker signed: at boot, each day, on demand.

A thread of its own looks; the table is out of service until it has looked once, and once anything
disagreed until it is started again (9 NYCRR 5319.14(a)(2)(ii)).
"""

import logging
import queue
import signal
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from msgspec import Struct

from table_app.errors import BadInputError
from table_app.host.tilts import Failed, Finding, Recovered
from table_app.isolation import MANIFEST
from table_app.release import history, keys
from table_app.release.places import installed_places
from table_app.release.verifier import Checked, Verifier

VERIFY_EVERY_S = 24 * 60 * 60
CHECK_S_MAX = 15 * 60.0
"""A check that has not ended by then has failed; the first one takes seconds."""
TOLD_MAX = 20
"""Files that the log names each time; `table-app verify-software --json` names all."""

log = logging.getLogger(__name__)


def find_software(
    *, is_demo: bool, keys_folder: Path, data: Path, every_s: float
) -> "SoftwareWatch | Unverified":
    """How the software that runs is to be verified.

    Only a demo table plays on software that cannot be verified: for any other one, BadInputError.
    """
    found = _installed_verifier(keys_folder)
    if isinstance(found, Verifier):
        return SoftwareWatch(found, data, every_s)
    if not is_demo:
        raise BadInputError(f"{found}; a table with demo = false opens on verified software only")
    return Unverified(f"DEMO: the software is not verified: {found}")


def refuse_changed(*, is_demo: bool, keys_folder: Path) -> None:
    """Raise BadInputError if the software that runs is not what its maker signed.

    Only on a demo table may it be unknown whether it is.
    """
    found = _installed_verifier(keys_folder)
    if isinstance(found, Verifier):
        if disagreements := found.check().disagreements:
            raise BadInputError(
                f"not what the maker signed: {disagreements[0]}; see `verify-software`"
            )
    elif not is_demo:
        raise BadInputError(found)


def _installed_verifier(keys_folder: Path) -> Verifier | str:
    """What verifies the software that runs, or why nothing can."""
    trusted = keys.trusted(keys_folder)
    if not MANIFEST.exists():
        return f"there is no manifest {MANIFEST}; `make release` builds a release with one"
    if trusted is None:
        key_file = keys_folder / keys.TRUSTED_KEY_FILE
        return f"there is no {key_file}; `table-app keys trust FILE` puts the maker's key there"
    return Verifier(installed_places(), MANIFEST, trusted)


class Unverified(Struct, frozen=True):
    """Nothing is verified: there is nothing to do it with."""

    warning: str

    def start(self, _tell: Callable[[Finding], None]) -> None:
        """Let SIGUSR1 do nothing, instead of ending the process."""
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)


class SoftwareWatch:
    """Verifies at boot, every so many seconds, and at each SIGUSR1."""

    warning = None

    def __init__(
        self, verifier: Verifier, data: Path, every_s: float, *, check_s_max: float = CHECK_S_MAX
    ) -> None:
        self._verifier = verifier
        self._data = data
        self._every_s = every_s
        self._check_s_max = check_s_max
        self._asked: queue.SimpleQueue[None] = queue.SimpleQueue()

    def start(self, tell: Callable[[Finding], None]) -> None:
        """Take the table out of service, and let it begin once everything agrees.

        `tell` is called in a thread of its own and must neither block nor raise: a queue's `put`.
        """
        signal.signal(signal.SIGUSR1, self._heard)
        tell(Failed("software", "not verified yet since the start"))
        threading.Thread(target=self._run, args=(tell,), name="software", daemon=True).start()

    def _heard(self, _signal: int, _frame: FrameType | None) -> None:
        self._asked.put(None)

    def _run(self, tell: Callable[[Finding], None]) -> None:
        if self._agrees_in_time(tell):
            tell(Recovered("software"))
        while True:
            self._wait()
            if not self._agrees_in_time(tell):
                tell(Failed("software", "not what the maker signed; see above"))

    def _agrees_in_time(self, tell: Callable[[Finding], None]) -> bool:
        """Whether everything does; a check that hangs is told from another thread."""
        why = f"the check did not end within {self._check_s_max:g} s"
        late = threading.Timer(self._check_s_max, tell, [Failed("software", why)])
        late.daemon = True
        late.start()
        try:
            return self._agrees()
        finally:
            late.cancel()

    def _wait(self) -> None:
        try:
            self._asked.get(timeout=self._every_s)
        except queue.Empty:
            return

    def _agrees(self) -> bool:
        """Whether everything does; the log names what does not."""
        try:
            checked = self._verifier.check()
            _tell_log(checked)
            history.remember(
                self._data,
                fingerprint=checked.fingerprint,
                version=checked.version,
                now=datetime.now(UTC),
            )
        except Exception as error:  # noqa: BLE001 - a thread's outermost: no check, no play
            log.error("software: cannot be verified: %s", error)  # noqa: TRY400 - one line
            return False
        return not checked.disagreements


def _tell_log(checked: Checked) -> None:
    for disagreement in checked.disagreements[:TOLD_MAX]:
        log.error("software: %s", disagreement)
    if (more := len(checked.disagreements) - TOLD_MAX) > 0:
        log.error("software: and %d more files", more)
    if not checked.disagreements:
        log.info(
            "release %s, manifest %s: %d files and %d caches agree",
            checked.version,
            checked.fingerprint,
            checked.files,
            checked.caches,
        )

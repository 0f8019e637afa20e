"""The logs that a witness cosigns: each named by its key, and with it its numbered successors.

An upgrade of the engine closes the log NAME and begins NAME.2, then NAME.3, under the same key.
Each is a log of its own with a memory of its own.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from table_app.errors import BadInputError
from table_app.plain_file import read_plain
from table_app.store.checkpoint import parse_public_key_line
from table_app.store.log_names import first_log

LOGS_MAX = 1000
LOGS_BYTES_MAX = 1000 * LOGS_MAX


class Logs:
    """The keys of the logs, by name."""

    def __init__(self, keys: Iterable[tuple[str, Ed25519PublicKey]]) -> None:
        self._keys: dict[str, Ed25519PublicKey] = {}
        for name, key in keys:
            if self._keys.setdefault(name, key) != key:
                raise BadInputError(f"--log: {name} is named twice, with two keys; name it once")
        if not 0 < len(self._keys) <= LOGS_MAX:
            raise BadInputError(f"--log: 1 to {LOGS_MAX} logs, not {len(self._keys)}")
        # A witness may meet a table in any epoch of its log.
        self._of_first = dict(self._keys)
        for name, key in self._keys.items():
            self._of_first.setdefault(first_log(name), key)

    def key_of(self, origin: str) -> Ed25519PublicKey | None:
        """The key that may sign for this log; None for a log that is not ours to cosign."""
        return self._keys.get(origin) or self._of_first.get(first_log(origin))


def read_logs(given: Iterable[str]) -> Logs:
    """The logs of options that are each a key line or a file of key lines."""
    return Logs(parse_public_key_line(line) for text in given for line in _lines(text))


def _lines(text: str) -> list[str]:
    if text.count("+") >= 2 and not os.path.exists(text):  # noqa: PTH110 - it may be too long a name
        return [text]
    try:
        content = read_plain(Path(text), bytes_max=LOGS_BYTES_MAX + 1)
        lines = content.decode().split("\n")
    except (BadInputError, ValueError) as error:
        raise BadInputError(
            f"--log: {text!r:.80} is neither a key line nor a file of key lines;"
            " `table-app keys public > FILE` writes one"
        ) from error
    if len(content) > LOGS_BYTES_MAX:
        raise BadInputError(f"--log: {text!r:.80} has more than {LOGS_BYTES_MAX} bytes")
    return [line for line in lines if line.strip()]

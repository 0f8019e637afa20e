"""One question to a witness, over C2SP tlog-witness: does our last head extend the one you know.

Any witness that speaks the protocol will do. Its answer counts only with its cosignature; its word
that we were rolled back or forked stops play, because no retry can make it untrue.
"""

import re
import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store.add_checkpoint import PATH, request_body
from table_app.store.checkpoint import Checkpoint
from table_app.store.cosignature import (
    Witness,
    cosignature_of,
    parse_witness_line,
    time_of,
)
from table_app.store.reader import Reader

STEP_S_MAX = 3.0
"""Each step of a connection - opening it, a write, a read - may take so long."""

CALL_S_MAX = 10.0
"""One request and its whole answer may take so long."""

CLOCKS_APART_S_MAX = 300
"""An answer that was kept and is sent again for the same old head is older than this."""

ANSWER_BYTES_MAX = 128 * 1024
QUESTIONS_MAX = 3
"""The first learns which size the witness knows, the second asks from there, one is to spare."""

_SIZE = re.compile(rb"(0|[1-9][0-9]{0,18})\n?")
_URL = re.compile(r"[!-~]+")


class WitnessPlace(Struct, frozen=True):
    """Where a witness answers, and the key that its cosignatures are checked with."""

    scheme: Literal["http", "https"]
    host: str
    port: int | None
    prefix: str
    witness: Witness


class Cosigned(Struct, frozen=True):
    """The witness confirmed our head of `size` entries; `line` is its cosignature, a note's line.

    `known_size` is what it knew before: 0 from a witness that is new to this log or lost its memory.
    """

    size: int
    line: str
    known_size: int


class Unreachable(Struct, frozen=True):
    """No cosignature now: no answer, or one that says nothing about our head."""

    reason: str


class Refused(Struct, frozen=True):
    """The witness knows another history, or our own tree is damaged: final."""

    reason: str


WitnessEvent = Cosigned | Unreachable | Refused


class _Reply(Struct, frozen=True):
    status: int
    body: bytes


def witness_place(url: str, key_line: str) -> WitnessPlace:
    """A witness by its submission prefix and its key line; raises BadInputError naming which."""
    try:
        parts = urlsplit(url)
        host, port, scheme = parts.hostname, parts.port, parts.scheme
    except ValueError as error:
        raise BadInputError(f"the witness's address {url!r:.80} is no URL: {error}") from error
    if scheme not in {"http", "https"} or not host or not _URL.fullmatch(url):
        raise BadInputError(f"the witness's address {url!r:.80} is not like http://witness:7422")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise BadInputError(f"the witness's address {url!r:.80} has more than host, port and path")
    return WitnessPlace(
        "https" if scheme == "https" else "http",
        host,
        port,
        parts.path.rstrip("/"),
        parse_witness_line(key_line),
    )


class WitnessCall:
    """Asks one witness about one database; for one thread at a time."""

    def __init__(self, place: WitnessPlace, reader: Reader) -> None:
        self._place = place
        self._reader = reader
        self._known_size = 0
        self._socket: socket.socket | None = None
        self._is_cut = False

    def confirm(self) -> WitnessEvent:
        """Whether the database's last checkpoint is the head the witness knows or extends it."""
        try:
            note = self._reader.last_checkpoint()
            head = notes.claimed_by(note)
            for _ in range(QUESTIONS_MAX):
                if self._known_size > head.size:
                    return self._rolled_back(head)
                proof = self._reader.consistency_proof(self._known_size, head)
                reply = self._post(request_body(self._known_size, proof, note))
                event = self._understood(reply, note, head)
                if event is not None:
                    return event
        except StoreError as error:
            return Refused(str(error))
        except (OSError, HTTPException, UnicodeError) as error:
            return Unreachable(f"the witness does not answer: {_words(str(error)) or repr(error)}")
        return Unreachable(f"the witness named another size {QUESTIONS_MAX} times")

    def cut(self) -> None:
        """End a call that is under way, from another thread, and every later one: Unreachable."""
        self._is_cut = True
        self._shut()

    def _understood(self, reply: _Reply, note: str, head: Checkpoint) -> WitnessEvent | None:
        """What the witness said; None when it named the size to ask from."""
        match reply.status:
            case 200:
                return self._cosigned(reply.body, note, head)
            case 409 if (known := _size(reply.body)) not in {None, self._known_size}:
                self._known_size = known
                return None
            # The same size with another root: 409 in the released text, 422 in the draft.
            case 409 if 0 < self._known_size == head.size:
                return self._forked(head)
            # From nothing every head is an extension, so that such an answer says nothing.
            case 422 if self._known_size > 0:
                return self._forked(head)
            case status:
                said = _words(reply.body.decode("utf-8", "replace"))
                return Unreachable(f"the witness answered {status}: {said}")

    def _cosigned(self, answer: bytes, note: str, head: Checkpoint) -> WitnessEvent:
        try:
            signed = notes.parse_note(note + answer.decode())
            cosignature = cosignature_of(signed, self._place.witness)
        except (StoreError, UnicodeError) as error:
            return Unreachable(f"the witness's answer is no cosignature: {_words(str(error))}")
        apart_s = abs(time_of(cosignature) - time.time())
        if apart_s > CLOCKS_APART_S_MAX:
            return Unreachable(
                f"the witness's cosignature is {apart_s:.0f} s away from this computer's clock:"
                " set the clocks, or an old answer was sent again"
            )
        known, self._known_size = self._known_size, head.size
        return Cosigned(head.size, notes.signature_line(cosignature), known)

    def _rolled_back(self, head: Checkpoint) -> Refused:
        return Refused(
            f"{self._place.witness.name} has cosigned {self._known_size} entries of {head.origin},"
            f" this database is signed up to {head.size}: it was rolled back"
        )

    def _forked(self, head: Checkpoint) -> Refused:
        return Refused(
            f"{self._place.witness.name} knows other entries of {head.origin} up to"
            f" {self._known_size}; the {head.size} of this database do not extend them: it was forked"
        )

    def _post(self, body: bytes) -> _Reply:
        """One request on a connection of its own: rounds are too far apart to keep one."""
        https = self._place.scheme == "https"
        connect = HTTPSConnection if https else HTTPConnection
        connection = connect(self._place.host, self._place.port, timeout=STEP_S_MAX)
        # A witness that sends a byte now and then would never run into a step's limit.
        timer = threading.Timer(CALL_S_MAX, self._shut)
        timer.daemon = True
        timer.start()
        try:
            connection.connect()
            self._socket = connection.sock
            if self._is_cut:
                raise ConnectionAbortedError("the table stops")
            headers = {"Content-Type": "text/plain; charset=utf-8", "Connection": "close"}
            connection.request("POST", self._place.prefix + PATH, body=body, headers=headers)
            response = connection.getresponse()
            return _Reply(response.status, response.read(ANSWER_BYTES_MAX))
        finally:
            timer.cancel()
            self._socket = None
            connection.close()

    def _shut(self) -> None:
        """Let whoever reads from the connection see its end."""
        open_socket = self._socket
        if open_socket is not None:
            with suppress(OSError):
                # Not a TLS socket's own shutdown: that would unwrap it under its reader.
                socket.socket.shutdown(open_socket, socket.SHUT_RDWR)


def _size(body: bytes) -> int | None:
    """The size that an answer 409 names, if it does."""
    found = _SIZE.fullmatch(body)
    return None if found is None else int(found[1])


def _words(text: str) -> str:
    """Somebody else's first line, short and printable."""
    line = text.strip().partition("\n")[0][:160]
    return "".join(each if each.isprintable() else "?" for each in line)

"""Bytes <-> messages: one JSON codec for the wire and the journal.

The wire cannot carry a secret: encoding one raises. The journal's codec is given a sealer.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from table_app.errors import BadInputError, BreachError
from table_app.vocabulary.commands import JournaledCommand
from table_app.vocabulary.facts import Fact
from table_app.vocabulary.secrets import Secret
from table_app.vocabulary.views import Request, ToStation


class Origin(Struct, frozen=True):
    """The station request that a journaled command came from."""

    seat: int
    sequence: int


class Entry(Struct, frozen=True):
    """One accepted command and what it made happen; `origin` is None for the host's own."""

    origin: Origin | None
    command: JournaledCommand
    facts: tuple[Fact, ...]


def _refuse_secret(value: object) -> object:
    raise BreachError(f"a {type(value).__name__} may never leave the host")


_wire_encoder = msgspec.json.Encoder(enc_hook=_refuse_secret)
_request_decoder = msgspec.json.Decoder(Request)
_to_station_decoder = msgspec.json.Decoder[ToStation](ToStation)


def encode_message(message: Request | ToStation) -> bytes:
    """The message as it travels."""
    return _wire_encoder.encode(message)


def decode_request(received: bytes) -> Request:
    """What a station asked; raises BadInputError for anything else."""
    try:
        return _request_decoder.decode(received)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInputError(f"message from a station: {error}") from error


def decode_to_station(received: bytes) -> ToStation:
    """What the host said; raises BadInputError for anything else."""
    try:
        return _to_station_decoder.decode(received)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInputError(f"message from the host: {error}") from error


class EntryCodec:
    """Journal bodies, with each secret sealed on the way out and opened on the way in."""

    def __init__(self, seal: Callable[[Secret], str], unseal: Callable[[str], Secret]) -> None:
        def enc_hook(value: object) -> object:
            if isinstance(value, Secret):
                return seal(value)
            raise BreachError(f"a journal cannot hold a {type(value).__name__}")

        def dec_hook(wanted: type, value: object) -> object:
            if isinstance(value, str) and isinstance(opened := unseal(value), wanted):
                return opened
            raise BadInputError(f"journal body: {value!r:.40} is not a sealed {wanted.__name__}")

        self._encoder = msgspec.json.Encoder(enc_hook=enc_hook)
        self._decoder = msgspec.json.Decoder(Entry, dec_hook=dec_hook)

    def encode(self, entry: Entry) -> bytes:
        """The body to store and hash."""
        return self._encoder.encode(entry)

    def decode(self, body: bytes) -> Entry:
        """The entry of a stored body; raises BadInputError if it is not one."""
        try:
            return self._decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadInputError(f"journal body: {error}") from error

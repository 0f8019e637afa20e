"""What one row of the journal is made of: the header that is a leaf of the tree, and its parts."""

from hashlib import sha256

import msgspec
from msgspec import UNSET, Struct, UnsetType

from table_app.errors import StoreError
from table_app.store.macs import check_mac, with_mac
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.commands import Carried, OpenTable


class RecordPart(Struct, frozen=True):
    """One part of a round's record, as the very bytes that are stored and hashed."""

    round: int
    name: str
    body: bytes


class StoredEntry(Struct, frozen=True):
    """An entry as it came back from the journal, its shoes opened."""

    sequence: int
    time_ms: int
    entry: Entry


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The leaf of one entry; hashed as the very bytes that are stored.

    `mac` is over all the others and always last: `encode_leaf` adds it.

    `sealed` says that a signed checkpoint ends with this entry, so that none can be taken away.
    `previous_head`, in the first header of a later epoch, is the signed note that closed the log
    before it.
    """

    sequence: int
    time_ms: int
    body_sha256: str
    sealed: bool
    parts: dict[str, str] | UnsetType = UNSET
    previous_head: str | UnsetType = UNSET
    mac: str | UnsetType = UNSET


def header_of(
    body: bytes,
    parts: tuple[RecordPart, ...],
    *,
    sequence: int,
    time_ms: int,
    sealed: bool,
    previous_head: str | None = None,
) -> Header:
    """The header of a body and the record parts that are written with it."""
    hashes = {part.name: digest(part.body) for part in parts}
    head = UNSET if previous_head is None else previous_head
    return Header(sequence, time_ms, digest(body), sealed, hashes or UNSET, head)


def carried_by(entry: Entry) -> Carried | None:
    """What the first entry of a later epoch takes over; None for any other entry."""
    command = entry.command
    return command.carried if isinstance(command, OpenTable) else None


def encode_leaf(header: Header, mac_key: bytes, previous_mac: bytes) -> bytes:
    """The leaf to store and hash: the header, and the mac that binds it to the one before it."""
    return with_mac(_encoder.encode(header), mac_key, previous_mac)


def decode_header(leaf: bytes) -> Header:
    """The header of a stored leaf; raises StoreError if it is not one."""
    try:
        return _decoder.decode(leaf)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreError(f"the header cannot be read: {error}") from error


def checked_header(
    sequence: int, leaf: bytes, body: bytes, mac_key: bytes, previous_mac: bytes
) -> Header:
    """The header of an entry; raises StoreError unless the table wrote leaf and body here."""
    header = decode_header(leaf)
    check_mac(leaf, mac_key, previous_mac)
    if header.sequence != sequence:
        raise StoreError(f"its header says that it is entry {header.sequence}")
    if header.body_sha256 != digest(body):
        raise StoreError("its body is not the one that its header names")
    return header


def digest(body: bytes) -> str:
    """SHA-256 as a header writes it: lower-case hexadecimal."""
    return sha256(body).hexdigest()


def part_hashes(header: Header) -> dict[str, str]:
    """The hash of each record part by name; empty where no round closed."""
    return {} if header.parts is UNSET else header.parts


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Header)

"""A receipt: one seat's round and its proof in one JSON file that needs nothing else but a key.

`table` and `seat` are the parts as they are stored, `leaf` is the header that names their hashes,
and `proof` leads from the leaf to a signed checkpoint (C2SP tlog-proof).
"""

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from table_app.errors import StoreError
from table_app.store import checkpoint as notes
from table_app.store import opening, proof, strict_json, tlog_proof
from table_app.store.base64_text import base64_text, from_base64
from table_app.store.checkpoint import Checkpoint
from table_app.store.cosignature import Witness, cosignature_of
from table_app.store.entries import Header, digest, part_hashes
from table_app.store.proof import RoundRecord
from table_app.table.record import SeatPart, TablePart

TABLE_PART = "table"


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """The file, value by value."""

    table: str
    seat: str
    leaf: str
    proof: str


class Proved(Struct, frozen=True):
    """What a receipt proves: both parts, the header that names them, and the head above it."""

    table: TablePart
    seat: SeatPart
    header: Header
    head: Checkpoint


def receipt_of(record: RoundRecord, seat: int) -> Receipt:
    """The receipt of a seat that played; raises StoreError until a checkpoint covers the round."""
    if record.proof is None:
        raise StoreError(f"no checkpoint covers entry {record.sequence}")
    parts = {part.name: part.body.decode() for part in record.parts}
    return Receipt(
        table=parts[TABLE_PART],
        seat=parts[seat_part(seat)],
        leaf=base64_text(record.proof.leaf),
        proof=tlog_proof.text_of(record.proof),
    )


def encode(receipt: Receipt) -> bytes:
    """The file's bytes."""
    return strict_json.encode(receipt)


def parse(raw: bytes, *, file: str = "the file") -> Receipt:
    """The receipt in `file`'s bytes, not verified; raises BadInputError if they are none."""
    return strict_json.decode(raw, Receipt, what=f"{file} is no receipt of `record --receipt`")


def verify(
    receipt: Receipt, *, origin: str, key: Ed25519PublicKey, witness: Witness | None = None
) -> Proved:
    """What the receipt proves under this key; raises StoreError, which says what disagrees.

    With a `witness` its cosignature must be under the checkpoint too. The parts are read only after
    their hashes were found under the signature.
    """
    try:
        leaf = from_base64(receipt.leaf)
    except ValueError as error:
        raise StoreError("its leaf is not base64") from error
    shown = tlog_proof.parse(receipt.proof, leaf=leaf)
    head, header = proof.verify_leaf(shown, origin=origin, key=key)
    if witness is not None:
        cosignature_of(notes.parse_note(shown.note), witness)
    table, seat = _named_parts(receipt, header)
    opening.check_table(table)
    opening.check_seat(table, seat)
    return Proved(table, seat, header, head)


def _named_parts(receipt: Receipt, header: Header) -> tuple[TablePart, SeatPart]:
    """Both parts, read; raises StoreError unless the header names each as what it is."""
    table_body, seat_body = receipt.table.encode(), receipt.seat.encode()
    names = {hashed: name for name, hashed in part_hashes(header).items()}
    if names.get(digest(table_body)) != TABLE_PART:
        raise StoreError(f"entry {header.sequence} does not name this table part")
    name = names.get(digest(seat_body), TABLE_PART)
    if name == TABLE_PART:
        raise StoreError(f"entry {header.sequence} does not name this seat part")
    table, seat = read_table(table_body), read_seat(seat_body)
    if name != seat_part(seat.seat):
        raise StoreError(f"the part that is named {name} is of seat {seat.seat}")
    return table, seat


def seat_part(seat: int) -> str:
    """What a seat's part is called."""
    return f"seat-{seat}"


def read_table(body: bytes) -> TablePart:
    """The table's part; raises StoreError if this release cannot read it."""
    try:
        return msgspec.json.decode(body, type=TablePart)
    except (msgspec.DecodeError, RecursionError) as error:
        raise StoreError(f"the table's part cannot be read: {error}") from error


def read_seat(body: bytes) -> SeatPart:
    """A seat's part; raises StoreError if this release cannot read it."""
    try:
        return msgspec.json.decode(body, type=SeatPart)
    except (msgspec.DecodeError, RecursionError) as error:
        raise StoreError(f"the seat's part cannot be read: {error}") from error

"""`table-app record`: one round as it was recorded, with the proof that it was signed."""

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from table_app.cli.cosigned import WITNESS, WITNESS_KEY, cosigned_record, witness_option
from table_app.cli.evidence import refuse_existing, write_whole
from table_app.cli.lines import one_line
from table_app.cli.options import AS_JSON, DATA, KEYS, data_folder, keys_folder
from table_app.cli.told import Told, page
from table_app.errors import BadInputError, StoreError
from table_app.host.witness_call import WitnessPlace
from table_app.store import epochs, proof
from table_app.store import keys as store_keys
from table_app.store import receipt as receipts
from table_app.store.base64_text import base64_text
from table_app.store.keys import StoreKeys
from table_app.store.opening import check_seat, check_table
from table_app.store.proof import RoundRecord
from table_app.store.receipt import TABLE_PART, Receipt, seat_part

ROUND_MAX = 2**62
RoundArgument = Annotated[int, typer.Argument(metavar="ROUND", min=1, max=ROUND_MAX)]
SeatOption = Annotated[int | None, typer.Option("--seat", help="This seat's part alone.", min=1)]
ReceiptOption = Annotated[
    Path | None,
    typer.Option("--receipt", metavar="FILE", help="Write the seat's receipt, a new file."),
]


def record(
    number: RoundArgument,
    seat: SeatOption = None,
    receipt: ReceiptOption = None,
    *,
    witness: WITNESS = None,
    witness_key: WITNESS_KEY = None,
    data: DATA = None,
    keys: KEYS = None,
    as_json: AS_JSON = False,
) -> None:
    """Tell a round from its record and check its proof; also beside a running table.

    With --witness the receipt carries its cosignature: the log was not put back or forked.

    Exit 0: the record is under a signed checkpoint and the shoe opens; 1: it is not.

    Example: table-app record 17 --seat 2 --receipt round-17.json
    """
    if receipt is not None:
        if seat is None:
            raise BadInputError("--receipt is of one seat: name it with --seat")
        refuse_existing(receipt)
    place = witness_option(witness, witness_key)
    if place is not None and receipt is None:
        raise BadInputError("--witness is for a receipt: name its file with --receipt")
    folder = data_folder(data)
    loaded = store_keys.load(keys_folder(keys, folder))
    try:
        with epochs.reader_of_round(folder, loaded, number) as reader:
            found = _only_seat(reader.round_record(number), number, seat)
            if place is not None:
                witnessed = cosigned_record(reader, number, folder, loaded, place)
                found = _only_seat(witnessed, number, seat)
        told = _checked(found, reader.keys)
    except StoreError as disagreement:
        said = {"round": number, "agrees": False, "disagreement": str(disagreement)}
        print(
            json.dumps(said) if as_json else one_line(f"DISAGREES: round {number}: {disagreement}")
        )
        raise typer.Exit(1) from disagreement
    if receipt is not None and seat is not None:
        _write_receipt(receipt, receipts.receipt_of(found, seat), reader.keys, place)
    if as_json:
        print(json.dumps(for_programs(told, {part.name: part.body for part in found.parts})))
        return
    for line in page(told):
        print(line)
    if receipt is not None:
        print(f"receipt: {receipt}; `table-app verify-receipt` checks it with the public key alone")


def _write_receipt(
    file: Path, receipt: Receipt, keys: StoreKeys, place: WitnessPlace | None
) -> None:
    """Write it as anybody else will read it: parsed again and verified first."""
    written = receipts.encode(receipt)
    receipts.verify(
        receipts.parse(written),
        origin=keys.origin,
        key=keys.log_key.public_key(),
        witness=None if place is None else place.witness,
    )
    write_whole(file, written)


def for_programs(told: Told, parts: dict[str, bytes]) -> dict[str, object]:
    """What `--json` prints of a round that agrees."""
    head = told.head
    return {
        "round": told.table.round,
        "agrees": True,
        "entry": told.header.sequence,
        "parts": {name: json.loads(body) for name, body in parts.items()},
        "proof": {
            "origin": head.origin,
            "index": told.header.sequence - 1,
            "size": head.size,
            "root": base64_text(head.root),
        },
    }


def _checked(found: RoundRecord, keys: StoreKeys) -> Told:
    """The record's parts, read once they are proved; raises StoreError if anything disagrees."""
    head, header = proof.verify(found, origin=keys.origin, key=keys.log_key.public_key())
    bodies = {part.name: part.body for part in found.parts}
    table = receipts.read_table(bodies.pop(TABLE_PART))
    seats = tuple(receipts.read_seat(body) for body in bodies.values())
    check_table(table)
    for seat in seats:
        check_seat(table, seat)
    return Told(table, seats, header, head)


def _only_seat(found: RoundRecord, number: int, seat: int | None) -> RoundRecord:
    """The table's part and one seat's; every part without a seat."""
    if seat is None:
        return found
    wanted = seat_part(seat)
    parts = tuple(part for part in found.parts if part.name in (TABLE_PART, wanted))
    if wanted not in {part.name for part in parts}:
        raise BadInputError(f"seat {seat} did not play in round {number}")
    return msgspec.structs.replace(found, parts=parts)

"""`table-app verify-receipt`: a round checked off line, with nothing but the table's public key."""

import json
from pathlib import Path
from typing import Annotated

import typer

from table_app.cli.evidence import KEY, WITNESS_KEY, disagree, log_key, named_witness, read_file
from table_app.cli.lines import one_line
from table_app.cli.options import AS_JSON
from table_app.cli.record import for_programs
from table_app.cli.told import Told, page
from table_app.errors import StoreError
from table_app.store import receipt as receipts
from table_app.store.cosignature import Witness
from table_app.store.receipt import TABLE_PART, Receipt, seat_part


def verify_receipt(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `record --receipt` wrote.")],
    key: KEY,
    witness_key: WITNESS_KEY = None,
    *,
    as_json: AS_JSON = False,
) -> None:
    """Check a receipt and tell its round; needs no table, no network and no other key.

    Exit 0: everything agrees; 1: one line says what does not; 2: no receipt, or no key.

    Example: table-app verify-receipt round-17.json --key table.pub
    """
    origin, public_key = log_key(key)
    witness = None if witness_key is None else named_witness(witness_key)
    receipt = receipts.parse(read_file(file), file=str(file))
    try:
        proved = receipts.verify(receipt, origin=origin, key=public_key, witness=witness)
    except StoreError as disagreement:
        disagree(str(disagreement), as_json=as_json)
    told = Told(proved.table, (proved.seat,), proved.header, proved.head)
    if as_json:
        print(json.dumps(_for_programs(told, receipt, witness)))
        return
    for line in page(told):
        print(line)
    print(one_line(_verdict(told, witness)))


def _for_programs(told: Told, receipt: Receipt, witness: Witness | None) -> dict[str, object]:
    seat = told.seats[0].seat
    parts = {TABLE_PART: receipt.table.encode(), seat_part(seat): receipt.seat.encode()}
    cosigned = {} if witness is None else {"witness": witness.name}
    return for_programs(told, parts) | {"seat": seat, "is_demo": told.table.is_demo} | cosigned


def _verdict(told: Told, witness: Witness | None) -> str:
    table, seat = told.table, told.seats[0].seat
    demo = "DEMO " if table.is_demo else ""
    cosigned = "" if witness is None else f", cosigned by {witness.name}"
    return (
        f"AGREES: {demo}round {table.round}, seat {seat}: signed by {told.head.origin}{cosigned};"
        " the shoe is the promised one and the cards came from it"
    )

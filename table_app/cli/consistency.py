"""`table-app consistency`, `verify-consistency`: that between two checkpoints a log only grew."""

import json
from pathlib import Path
from typing import Annotated

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from table_app.cli.evidence import KEY, disagree, log_key, read_file, refuse_existing, write_whole
from table_app.cli.lines import one_line
from table_app.cli.options import AS_JSON, DATA, KEYS, data_folder, keys_folder
from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store import consistency as store_consistency
from table_app.store import epochs, tlog_proof
from table_app.store import keys as store_keys
from table_app.store import receipt as receipts
from table_app.store.checkpoint import Checkpoint

Receipts = Annotated[
    list[Path] | None,
    typer.Argument(metavar="RECEIPT", help="Receipts whose checkpoints must be the two."),
]


def consistency(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A receipt of an earlier day.")],
    proof: Annotated[Path, typer.Option("--proof", metavar="FILE", help="Write it here, new.")],
    new: Annotated[
        Path | None, typer.Argument(metavar="NEW", help="A later one. Default: the log's end.")
    ] = None,
    data: DATA = None,
    keys: KEYS = None,
) -> None:
    """Prove from the journal that nothing in a receipt's log was changed or taken away since.

    Exit 0: the proof is written; 1: this journal is not the receipt's, or was put back.

    Example: table-app consistency monday.json friday.json --proof grew.json
    """
    refuse_existing(proof)
    folder = data_folder(data)
    loaded = store_keys.load(keys_folder(keys, folder))
    notes_of = tuple(_note_of(receipt) for receipt in (old, new) if receipt)
    try:
        origin = notes.claimed_by(notes_of[0]).origin
        with epochs.reader_of_log(folder, loaded, origin) as reader:
            old_note, new_note, *_ = (*notes_of, reader.last_checkpoint())
            old_head, new_head = (
                notes.verify_text(note, origin=origin, key=loaded.log_key.public_key())
                for note in (old_note, new_note)
            )
            if new and old_head.size > new_head.size:
                raise BadInputError(f"{old} is the later one: name the older receipt first")
            path = reader.growth(old_head, new_head)
    except StoreError as disagreement:
        disagree(str(disagreement), as_json=False)
    write_whole(proof, store_consistency.encode(store_consistency.of(old_note, new_note, path)))
    print(f"{one_line(_grew(old_head, new_head))}; proof: {proof}")


def verify_consistency(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `consistency` wrote.")],
    key: KEY,
    named: Receipts = None,
    *,
    as_json: AS_JSON = False,
) -> None:
    """Check off line that a log only grew between two checkpoints, those of your receipts.

    Exit 0: everything agrees; 1: one line says what does not; 2: no such file, or no key.

    Example: table-app verify-consistency grew.json monday.json friday.json --key table.pub
    """
    origin, public_key = log_key(key)
    shown = store_consistency.parse(read_file(file), file=str(file))
    try:
        heads = store_consistency.verify(shown, origin=origin, key=public_key)
        for receipt in named or ():
            _check_named(receipt, heads, origin, public_key)
    except StoreError as disagreement:
        disagree(str(disagreement), as_json=as_json)
    old, new = heads
    said_sizes = {"agrees": True, "origin": origin, "old_size": old.size, "new_size": new.size}
    print(json.dumps(said_sizes) if as_json else f"AGREES: {one_line(_grew(old, new))}")


def _note_of(receipt: Path) -> str:
    """The signed note in a receipt, not verified."""
    found = receipts.parse(read_file(receipt), file=str(receipt))
    try:
        return tlog_proof.parse(found.proof, leaf=b"").note
    except StoreError as error:
        raise BadInputError(f"{receipt}: {error}") from error


def _check_named(
    receipt: Path, heads: tuple[Checkpoint, ...], origin: str, key: Ed25519PublicKey
) -> None:
    head = notes.verify_text(_note_of(receipt), origin=origin, key=key)
    if head not in heads:
        raise StoreError(f"{receipt} has a checkpoint of {head.size} entries, which is neither")


def _grew(old: Checkpoint, new: Checkpoint) -> str:
    return (
        f"the log of {new.origin} with {new.size} entries begins with the {old.size} that it had:"
        " nothing was changed or taken away"
    )

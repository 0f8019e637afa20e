"""A round's record under a head that a witness has cosigned just now."""

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from table_app.cli.evidence import key_line
from table_app.errors import BadInputError, FaultError, StoreError
from table_app.host.witness_call import Cosigned, Refused, WitnessPlace, witness_place
from table_app.host.witness_desk import WitnessDesk
from table_app.store import checkpoint as notes
from table_app.store import epochs
from table_app.store.keys import StoreKeys
from table_app.store.proof import RoundRecord
from table_app.store.reader import Reader

QUESTIONS_MAX = 3
"""A table in play may seal a newer head between the witness's answer and the proof."""

WITNESS = Annotated[
    str | None, typer.Option(metavar="URL", help="The record's witness: http://witness:7422.")
]
WITNESS_KEY = Annotated[
    str | None, typer.Option(metavar="KEY", help="Its key line, or a file that holds it.")
]


def witness_option(url: str | None, key: str | None) -> WitnessPlace | None:
    """The witness of `--witness` and `--witness-key`; raises BadInputError for one without the other."""
    if url is None and key is None:
        return None
    if url is None or key is None:
        raise BadInputError("--witness and --witness-key belong together: give both, or neither")
    return witness_place(url, key_line(key))


def cosigned_record(
    reader: Reader, number: int, data: Path, keys: StoreKeys, place: WitnessPlace
) -> RoundRecord:
    """The record of a closed round, with the witness's cosignature under its proof's checkpoint.

    Raises StoreError if the witness knows another history, FaultError if it does not answer.
    """
    with ExitStack() as opened:
        earlier = epochs.checked_chain(data, keys)[: reader.epoch - 1]
        closed = [opened.enter_context(closing(Reader(path, keys))) for path in earlier]
        desk = WitnessDesk(place, reader, lambda _: None, closed=closed)
        for _ in range(QUESTIONS_MAX):
            event = desk.confirm()
            if isinstance(event, Refused):
                raise StoreError(event.reason)
            if not isinstance(event, Cosigned):
                raise FaultError(
                    f"{event.reason}; without --witness the receipt has no cosignature"
                )
            found = _under(reader.round_record(number), event)
            if found is not None:
                return found
    raise FaultError("the table sealed a newer head at each answer of its witness; ask again")


def _under(found: RoundRecord, cosigned: Cosigned) -> RoundRecord | None:
    """The record with the cosignature, if that is of the head of its proof."""
    if found.proof is None or notes.claimed_by(found.proof.note).size != cosigned.size:
        return None
    return replace(found, proof=replace(found.proof, note=found.proof.note + cosigned.line))

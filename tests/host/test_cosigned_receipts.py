"""Receipts with a witness's cosignature: made with a real witness, checked by hand."""

import json
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_app.cli.cosigned import QUESTIONS_MAX, cosigned_record
from table_app.errors import BadInputError, FaultError
from table_app.store.cosignature import parse_witness_line
from table_app.store.database import DATABASE_FILE
from table_app.store.journal import Store
from table_app.store.proof import RoundRecord
from table_app.store.reader import Reader
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.commands import ExpireTime
from table_app.vocabulary.facts import TimeExpired
from tests.host.witnessed import RealWitness, real_witness
from tests.store.receipts import Table, play_rounds, typed


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return play_rounds(tmp_path / "table", seeds=(1, 2))


@pytest.fixture
def witness(table: Table, tmp_path: Path) -> Iterator[RealWitness]:
    with real_witness(tmp_path, table.keys) as found:
        yield found


def key_file(witness: RealWitness) -> str:
    return str(witness.service.path / "witness.pub")


def options_of(witness: RealWitness) -> tuple[str, ...]:
    url = f"http://127.0.0.1:{witness.port}"
    return ("--witness", url, "--witness-key", key_file(witness))


def record(table: Table, file: Path, *options: str) -> tuple[int, str]:
    return typed("record", "1", "--seat", "1", "--data", table.folder, "--receipt", file, *options)


def test_a_receipt_carries_the_witnesss_cosignature_if_it_is_named(
    table: Table, witness: RealWitness, tmp_path: Path
) -> None:
    file, key_line = tmp_path / "cosigned.json", key_file(witness)

    assert record(table, file, *options_of(witness))[0] == 0

    code, said = typed("verify-receipt", file, "--key", table.key_line, "--witness-key", key_line)
    assert code == 0
    assert "signed by table-app/test, cosigned by witness.example/w1;" in said
    assert typed("verify-receipt", file, "--key", table.key_line)[0] == 0


def test_the_cosignature_is_one_of_the_specification(
    table: Table, witness: RealWitness, tmp_path: Path
) -> None:
    file = tmp_path / "cosigned.json"
    record(table, file, *options_of(witness))

    _, head, signatures = json.loads(file.read_bytes())["proof"].split("\n\n")

    _, line = signatures.splitlines()
    dash, name, encoded = line.split(" ")
    raw = b64decode(encoded)
    time_s = int.from_bytes(raw[4:12], "big")
    key = parse_witness_line(witness.service.public_line).key
    key.verify(raw[12:], f"cosignature/v1\ntime {time_s}\n{head}\n".encode())
    assert (dash, name) == ("\N{EM DASH}", "witness.example/w1")
    assert raw[:4].hex() == witness.service.public_line.split("+")[1]


def test_a_witness_that_knows_another_history_vouches_for_no_receipt(
    table: Table, witness: RealWitness, tmp_path: Path
) -> None:
    longer = play_rounds(tmp_path / "longer", seeds=(3, 4, 5), keys_of=table)
    assert record(longer, tmp_path / "longer.json", *options_of(witness))[0] == 0

    code, said = record(table, tmp_path / "older.json", *options_of(witness))

    assert code == 1
    assert said.startswith("DISAGREES: round 1: witness.example/w1 has cosigned ")
    assert "it was rolled back" in said
    assert not (tmp_path / "older.json").exists()


def test_without_an_answer_of_its_witness_no_receipt_is_written(
    table: Table, witness: RealWitness, tmp_path: Path
) -> None:
    nowhere = ("--witness", "http://127.0.0.1:1", "--witness-key", key_file(witness))

    with pytest.raises(FaultError, match=r"does not answer.*the receipt has no cosignature"):
        record(table, tmp_path / "receipt.json", *nowhere)

    assert not (tmp_path / "receipt.json").exists()


@pytest.mark.parametrize("left_out", [0, 2])
def test_a_witness_needs_its_address_and_its_key(
    table: Table, witness: RealWitness, tmp_path: Path, left_out: int
) -> None:
    options = [*options_of(witness)]
    del options[left_out : left_out + 2]

    with pytest.raises(BadInputError, match="belong together"):
        record(table, tmp_path / "receipt.json", *options)


def test_a_witness_is_asked_for_a_receipt_only(table: Table, witness: RealWitness) -> None:
    with pytest.raises(BadInputError, match="--receipt"):
        typed("record", "1", "--data", table.folder, *options_of(witness))


class BusyReader(Reader):
    """Of a table that seals a newer head before each of the first proofs."""

    def __init__(self, table: Table, heads: int) -> None:
        super().__init__(table.folder / DATABASE_FILE, table.keys)
        self._left = heads

    def round_record(self, number: int) -> RoundRecord:
        if self._left:
            self._left -= 1
            with Store.open(self.path, self.keys) as store:
                store.append(_ENTRY, (), time_ms=1, seal=True)
        return super().round_record(number)


_ENTRY = Entry(None, ExpireTime(1), (TimeExpired(1),))


def test_a_table_in_play_may_seal_a_newer_head_meanwhile(
    table: Table, witness: RealWitness
) -> None:
    busy = BusyReader(table, heads=QUESTIONS_MAX - 1)
    busier = BusyReader(table, heads=QUESTIONS_MAX)

    found = cosigned_record(busy, 1, table.folder, table.keys, witness.place)
    with pytest.raises(FaultError, match="at each answer"):
        cosigned_record(busier, 1, table.folder, table.keys, witness.place)

    assert found.proof is not None
    assert "witness.example/w1" in found.proof.note
    busy.close()
    busier.close()

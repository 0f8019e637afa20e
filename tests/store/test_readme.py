"""The lines of README that check a receipt do so as they stand there."""

import json
import re
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tests.store.receipts import OTHER_KEY_LINE, Change, Table, changed, play_rounds, signed_again

README = Path(__file__).parents[2] / "README.md"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return play_rounds(tmp_path_factory.mktemp("table"), seeds=(1, 2, 3, 4, 5))


def blocks_of_readme() -> list[str]:
    section = README.read_text().split("## Demo of trust\n")[1].split("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", section, re.DOTALL)


def lines_of_readme() -> str:
    return "".join(blocks_of_readme())


def run(folder: Path, receipt: bytes, key_line: str) -> subprocess.CompletedProcess[str]:
    """The lines, run in a folder that holds a receipt, a key and nothing else."""
    (folder / "mine.json").write_bytes(receipt)
    (folder / "table.pub").write_text(f"{key_line}\n")
    words = [sys.executable, "-c", lines_of_readme()]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def test_ten_lines_use_nothing_of_ours() -> None:
    imports, lines = blocks_of_readme()[0].split("\n\n")
    assert "table_app" not in imports
    assert len(lines.splitlines()) == 10


def test_the_lines_prove_a_receipt_that_others_have_signed_too(
    table: Table, tmp_path: Path
) -> None:
    def cosign(file: dict[str, Any]) -> None:
        file["proof"] += f"\N{EM DASH} witness.example {b64encode(bytes(76)).decode()}\n"

    assert run(tmp_path, changed(table.receipt(1, seat=1), cosign), table.key_line).returncode == 0


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_lines_prove_a_receipt_of_the_product(
    table: Table, tmp_path: Path, number: int
) -> None:
    done = run(tmp_path, table.receipt(number, seat=2), table.key_line)

    signed, shoe = done.stdout.splitlines()
    assert signed.startswith(f'signed and as it was {{"round":{number},"seat":2,')
    assert shoe == "dealt from the promised shoe"
    assert done.returncode == 0


def _in(place: str, old: str, new: str) -> Change:
    def change(file: dict[str, Any]) -> None:
        assert old in file[place]
        file[place] = file[place].replace(old, new, 1)

    return change


def _another_round(table: Table) -> Change:
    def change(file: dict[str, Any]) -> None:
        file["leaf"] = json.loads(table.receipt(1, seat=1))["leaf"]

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_in("seat", '"paid_cents":', '"paid_cents":9'), "FORGED {"),
        (_in("table", "shoe:2", "shoe:3"), "FORGED {"),
        (_in("proof", "index 1", "index 2"), "FORGED {"),
        (_in("proof", "table-app/test\n", "table-app/best\n"), "InvalidSignature"),
    ],
)
def test_the_lines_refuse_a_forged_receipt(
    table: Table, tmp_path: Path, change: Change, said: str
) -> None:
    done = run(tmp_path, changed(table.receipt(2, seat=1), change), table.key_line)

    assert said in done.stdout + done.stderr
    assert "as it was" not in done.stdout


def test_the_lines_refuse_another_rounds_leaf_and_another_key(table: Table, tmp_path: Path) -> None:
    forged = changed(table.receipt(2, seat=1), _another_round(table))

    assert run(tmp_path, forged, table.key_line).stdout.startswith("FORGED {")
    assert run(tmp_path, table.receipt(2, seat=1), OTHER_KEY_LINE).returncode == 1


def test_a_house_that_signs_another_shoe_is_told_by_the_shoe(table: Table, tmp_path: Path) -> None:
    change = _in("table", '"salt_hex":"', '"salt_hex":"00')
    forged = signed_again(table, changed(table.receipt(1, seat=1), change))

    said = run(tmp_path, forged, table.key_line).stdout.splitlines()

    assert said[0].startswith("signed and as it was {")
    assert said[1] == "FORGED: another shoe"

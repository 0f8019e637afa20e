"""A witness's folder: made once, kept for ever, refused when damaged."""

import re
import stat
from pathlib import Path

import pytest

from table_app.errors import BadInputError
from table_app.witness.folder import WitnessFolder
from tests.witness import log_by_hand as hand
from tests.witness.witnesses import ServiceOnDisk

LEAVES = (b"a", b"b", b"c")
NAME = "witness.example/w1"


def reopened(path: Path, name: str | None = NAME) -> None:
    WitnessFolder(path, name=name).close()


@pytest.fixture
def used(witness: ServiceOnDisk) -> Path:
    """The folder of a witness that has cosigned two logs and ended."""
    witness.ask(hand.request(0, LEAVES))
    witness.ask(hand.request(0, LEAVES[:2], origin=f"{hand.ORIGIN}.2"))
    witness.close()
    witness.folder.close = lambda: None  # type: ignore[method-assign] # closed already
    return witness.path


def test_only_its_owner_reads_the_key(witness: ServiceOnDisk) -> None:
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in witness.path.iterdir()}

    assert set(modes) == {
        "witness_key.pem",
        "witness.pub",
        "witness_memory.json",
        "witness.lock",
    }
    assert set(modes.values()) == {0o600}


def test_a_restarted_witness_has_its_key_and_its_memory(witness: ServiceOnDisk) -> None:
    before = witness.public_line
    witness.ask(hand.request(0, LEAVES))

    witness.restart()

    assert witness.public_line == before
    assert witness.ask(hand.request(0, LEAVES)).body == "3\n"


def test_a_second_witness_on_the_same_folder_is_refused(witness: ServiceOnDisk) -> None:
    with pytest.raises(BadInputError, match="in use by another witness"):
        reopened(witness.path)


def test_a_first_start_that_was_cut_short_is_finished(used: Path) -> None:
    line = (used / "witness.pub").read_text()
    (used / "witness.pub").unlink()

    reopened(used)

    assert (used / "witness.pub").read_text() == line


def test_a_first_start_that_was_cut_short_before_its_key_is_finished(used: Path) -> None:
    (used / "witness.pub").unlink()
    (used / "witness_key.pem").unlink()
    (used / "witness_memory.json").write_text('{"format": 1, "checkpoints": []}')

    reopened(used)

    assert (used / "witness.pub").read_text().startswith(f"{NAME}+")


def test_a_key_that_lost_its_memory_and_its_public_line_cosigns_nothing(used: Path) -> None:
    (used / "witness.pub").unlink()
    (used / "witness_memory.json").unlink()

    with pytest.raises(BadInputError, match=r"witness_memory.json is missing .* put back"):
        reopened(used)

    assert {file.name for file in used.iterdir()} == {"witness_key.pem", "witness.lock"}


@pytest.mark.parametrize("file", ["witness_key.pem", "witness_memory.json"])
def test_what_is_missing_beside_the_public_line_is_named(used: Path, file: str) -> None:
    (used / file).unlink()

    with pytest.raises(BadInputError, match=file):
        reopened(used)

    assert not (used / file).exists()


def _cut(content: bytes) -> bytes:
    return content[:-20]


def _emptied(_content: bytes) -> bytes:
    return b""


def _shrunk(content: bytes) -> bytes:
    return re.sub(rb"(pit-3/table-7)\\n3\\n", rb"\1\\n2\\n", content)


def _doubled(content: bytes) -> bytes:
    return content.replace(b"pit-3/table-7.2", b"pit-3/table-7")


def _newer(content: bytes) -> bytes:
    return content.replace(b'"format": 1', b'"format": 2')


@pytest.mark.parametrize("damage", [_cut, _emptied, _shrunk, _doubled, _newer])
def test_a_damaged_memory_is_refused_and_left_as_it_is(used: Path, damage: "object") -> None:
    memory = used / "witness_memory.json"
    damaged = damage(memory.read_bytes())  # type: ignore[operator]
    assert damaged != memory.read_bytes()
    memory.write_bytes(damaged)

    with pytest.raises(BadInputError, match=r"witness_memory.json is damaged"):
        reopened(used)

    assert memory.read_bytes() == damaged


def test_the_memory_of_another_witness_is_refused(used: Path, tmp_path: Path) -> None:
    reopened(tmp_path / "other")
    memory = (used / "witness_memory.json").read_bytes()
    (tmp_path / "other" / "witness_memory.json").write_bytes(memory)

    with pytest.raises(BadInputError, match="not this witness's"):
        reopened(tmp_path / "other")


def test_a_witness_keeps_its_name(used: Path) -> None:
    with pytest.raises(BadInputError, match=f"is called {NAME}"):
        reopened(used, "another")


@pytest.mark.parametrize("name", ["two words", "a+b", "n\u00e4me", "x" * 101])
def test_a_name_that_no_signed_note_can_hold_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInputError, match="cannot name a witness"):
        reopened(tmp_path / "new", name)


def test_a_disk_that_takes_nothing_lets_no_cosignature_out(witness: ServiceOnDisk) -> None:
    witness.ask(hand.request(0, LEAVES[:1]))
    # A folder in its place: the new memory can be neither removed nor written.
    (witness.path / "witness_memory.json.new").mkdir()

    first = witness.ask(hand.request(1, LEAVES))
    (witness.path / "witness_memory.json.new").rmdir()
    second = witness.ask(hand.request(1, LEAVES))

    assert (first.status, second.status) == (500, 500)
    assert len(witness.failures) == 2
    witness.restart()
    assert witness.ask(hand.request(1, LEAVES)).status == 200

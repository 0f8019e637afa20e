"""The signed manifest: exactly what was signed by exactly the trusted key, or nothing."""

import string
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from table_app.errors import BadInputError
from table_app.release import manifest as manifests
from table_app.release.manifest import Manifest, ReleaseKey, read_manifest, sign_manifest
from table_app.store import checkpoint as notes
from tests.release.releases import NAME, OTHER_PRIVATE, PRIVATE, TRUSTED

EMPTY = sha256(b"").hexdigest()
FILES = {"/else/where.py": EMPTY, "a b.py": "0" * 64, "config/ä.toml": "f" * 64}
TEXT = f"table-app release 0.1.0\n{EMPTY}  /else/where.py\n{'0' * 64}  a b.py\n{'f' * 64}  config/ä.toml\n"
SIGNED = sign_manifest(Manifest("0.1.0", FILES), NAME, PRIVATE)
EXAMPLES = settings(max_examples=300, deadline=None)
PLACES = st.integers(0, len(SIGNED) - 1)
PIECES = st.one_of(st.characters(), st.sampled_from(["\n", "\n\n", "0", "  x\n", "— "]))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("manifest") / "release.manifest"


def _read(file: Path, text: str) -> Manifest:
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return read_manifest(file, TRUSTED).manifest


def _sign_as(text: str, key: Ed25519PrivateKey, name: str = NAME) -> str:
    signature = notes.Signature(name, notes.key_id(name, key.public_key()), key.sign(text.encode()))
    return notes.note_text(notes.Note(text, (signature,)))


def test_a_manifest_is_lines_that_sha256sum_reads_under_a_title(file: Path) -> None:
    assert SIGNED.startswith(f"{TEXT}\n— {NAME} ")
    assert _read(file, SIGNED) == Manifest("0.1.0", FILES)


def test_its_fingerprint_is_the_hash_of_what_was_signed(file: Path) -> None:
    file.write_text(SIGNED, encoding="utf-8")

    assert read_manifest(file, TRUSTED).fingerprint == sha256(TEXT.encode()).hexdigest()


@EXAMPLES
@given(PLACES, PIECES)
def test_no_manifest_with_another_character_is_accepted(file: Path, at: int, piece: str) -> None:
    changed = SIGNED[:at] + piece + SIGNED[at + 1 :]
    assume(changed != SIGNED)

    with pytest.raises(BadInputError):
        _read(file, changed)


@EXAMPLES
@given(PLACES, st.lists(PIECES, min_size=1, max_size=4))
def test_no_manifest_with_something_put_in_is_accepted(
    file: Path, at: int, pieces: list[str]
) -> None:
    with pytest.raises(BadInputError):
        _read(file, SIGNED[:at] + "".join(pieces) + SIGNED[at:])


@EXAMPLES
@given(PLACES, st.integers(1, 200))
def test_no_manifest_with_something_left_out_is_accepted(file: Path, at: int, count: int) -> None:
    with pytest.raises(BadInputError):
        _read(file, SIGNED[:at] + SIGNED[at + count :])


@EXAMPLES
@given(st.permutations(SIGNED.splitlines(keepends=True)))
def test_no_manifest_in_another_order_is_accepted(file: Path, lines: list[str]) -> None:
    changed = "".join(lines)
    assume(changed != SIGNED)

    with pytest.raises(BadInputError):
        _read(file, changed)


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("table-app release", "table-app  release"),
        TEXT.replace("0.1.0", ""),
        TEXT.replace("0.1.0", "0 1"),
        TEXT.replace("a b.py", "../a b.py"),
        TEXT.replace("a b.py", "./a b.py"),
        TEXT.replace("a b.py", "a//b.py"),
        TEXT.replace("a b.py", "a b.py/"),
        TEXT.replace("a b.py", "a\\b.py"),
        TEXT.replace("a b.py", "a\tb.py"),
        TEXT.replace("/else", "//else"),
        TEXT.replace("a b.py", "z b.py"),
        TEXT.replace("a b.py", "config/ä.toml"),
        TEXT.replace("  a b.py", " *a b.py"),
        TEXT.replace("f" * 64, "F" * 64),
        TEXT.replace("f" * 64, "f" * 63),
        TEXT + "\n",
        "\n",
        "table-app/log\n41\nabc=\n",
    ],
)
def test_a_text_that_is_no_manifest_is_refused_though_the_trusted_key_signed_it(
    file: Path, text: str
) -> None:
    with pytest.raises(BadInputError, match="manifest"):
        _read(file, _sign_as(text, PRIVATE))


def test_another_keys_manifest_is_refused(file: Path) -> None:
    with pytest.raises(BadInputError, match=f"no signature of {NAME}"):
        _read(file, _sign_as(TEXT, OTHER_PRIVATE))


def test_another_keys_signature_under_the_trusted_keys_mark_is_refused(file: Path) -> None:
    mark = notes.key_id(NAME, PRIVATE.public_key())
    forged = notes.Signature(NAME, mark, OTHER_PRIVATE.sign(TEXT.encode()))

    with pytest.raises(BadInputError, match="does not fit"):
        _read(file, notes.note_text(notes.Note(TEXT, (forged,))))


def test_the_trusted_key_under_another_name_is_another_key(file: Path) -> None:
    file.write_text(SIGNED, encoding="utf-8")

    with pytest.raises(BadInputError, match="no signature of another-maker"):
        read_manifest(file, ReleaseKey("another-maker", PRIVATE.public_key()))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", SIGNED.encode()[:-1], b"\n\n\n"])
def test_what_is_no_note_is_refused_by_name(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    with pytest.raises(BadInputError, match=r"release\.manifest"):
        read_manifest(file, TRUSTED)


def test_a_missing_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="release sign"):
        read_manifest(tmp_path / "release.manifest", TRUSTED)


def test_a_manifest_has_a_longest_length(file: Path) -> None:
    with file.open("wb") as sparse:
        sparse.truncate(manifests.MANIFEST_BYTES_MAX + 1)

    with pytest.raises(BadInputError, match="longer than"):
        read_manifest(file, TRUSTED)


@given(st.text(string.ascii_letters + " -_+()[]äλ", min_size=1, max_size=30))
def test_a_path_is_signed_as_it_is(path: str) -> None:
    note = sign_manifest(Manifest("1", {path: EMPTY}), NAME, PRIVATE)

    assert note.startswith(f"table-app release 1\n{EMPTY}  {path}\n\n— ")

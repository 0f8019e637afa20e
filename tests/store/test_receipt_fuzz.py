"""No receipt that anybody changed is accepted, whatever was changed, and none ends in a crash.

Whatever is accepted means to the last byte what the table gave out, and a verifier that shares no
code with the table accepts it too.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store import consistency, receipt
from tests.store import independent
from tests.store.independent import RefusedError
from tests.store.receipts import OTHER_KEY_LINE, Table, play_rounds, typed

QUICK = settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck))
SLOW = settings(max_examples=100_000, deadline=None, suppress_health_check=list(HealthCheck))

PLACES = ("table", "seat", "leaf", "proof")
ROUNDS = (1, 2, 3)
SEATS = (1, 2)
NUMBERS = (
    "0", "1", "-1", "+5", "00", "05", "5.0", "5e0", "0x5", " 5", "5 ", "\u0665", "\uff15", "1_0", "",
    "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551616", "9" * 5000,
)  # fmt: skip
LOOK_ALIKE = (
    ("a", "\u0430"), ("e", "\u0435"), ("o", "\u03bf"), ("0", "O"), ("1", "l"), ("A", "\u0391"),
    ("\u2014", "\u2013"), ("-", "\u2010"), ("=", "\uff1d"), ("+", "\uff0b"), ("/", "\u2215"),
    (" ", "\u00a0"), ("\n", "\u2028"), ("\n", "\r\n"), ("\n", " \n"), ("\n", "\n\n"),
    ("\n\n", "\n"), ("\n", "\x0b"), ("\n", "\x85"), ("=", ""), ("=", "=="), ("t", "T"),
    ("{", "{ "), (":", ": "), ("i", "\ud800"),
)  # fmt: skip

Draw = Callable[[st.SearchStrategy[Any]], Any]


class Receipts:
    """What one table gave out, and what of it may be accepted."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.raw = {(n, seat): table.receipt(n, seat=seat) for n in ROUNDS for seat in SEATS}
        self.files = {key: json.loads(raw) for key, raw in self.raw.items()}
        self.meanings = {meaning(raw) for raw in self.raw.values()}
        grown = table.folder / "grown.json"
        typed("consistency", table.file(1), table.file(3), "--proof", grown, "--data", table.folder)
        self.grown = grown.read_bytes()


def meaning(raw: bytes) -> tuple[str, ...]:
    """Everything that a receipt says, but for signatures that its reader does not know."""
    file = json.loads(raw)
    proof, _, signatures = file["proof"].rpartition("\n\n")
    ours = sorted({line for line in signatures.split("\n") if line.startswith("— table-app/test ")})
    return (file["table"], file["seat"], file["leaf"], proof, *ours)


@pytest.fixture(scope="module")
def receipts(tmp_path_factory: pytest.TempPathFactory) -> Receipts:
    return Receipts(play_rounds(tmp_path_factory.mktemp("table"), seeds=ROUNDS))


def edited(draw: Draw, text: str) -> str:
    """A text with one piece taken away, put in, doubled, moved or exchanged."""
    start, end, at = sorted(draw(st.integers(0, len(text))) for _ in range(3))
    end = draw(st.sampled_from((end, min(start + 1, len(text)))))
    piece = draw(st.text(min_size=1, max_size=3) | st.sampled_from(list(text or "x")))
    made = (
        text[:start] + text[end:],
        text[:start] + piece + text[start:],
        text[:start] + piece + text[end:],
        text[:end] + text[start:],
        text[:start],
        text[:start] + text[end:at] + text[start:end] + text[at:],
    )
    return str(draw(st.sampled_from(made)))


def edited_bytes(draw: Draw, raw: bytes) -> bytes:
    """A file with some bytes, or some characters, edited."""
    encoding = draw(st.sampled_from(("latin-1", "utf-8")))
    return edited(draw, raw.decode(encoding)).encode(encoding, "ignore")


def look_alike(draw: Draw, text: str) -> str:
    """A text with some of its characters written in another way."""
    old, new = draw(st.sampled_from(LOOK_ALIKE))
    parts = text.split(old)
    if len(parts) == 1:
        return text
    at = draw(st.integers(1, len(parts) - 1))
    return f"{old.join(parts[:at])}{new}{old.join(parts[at:])}"


def other_lines(draw: Draw, text: str) -> str:
    """A text of lines with some taken away, doubled or exchanged, or a number for one of them."""
    lines = text.split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        number = draw(st.sampled_from(NUMBERS) | st.integers().map(str))
        choices: tuple[list[str], ...] = (
            [],
            [lines[at]] * 2,
            [lines[other]],
            [number],
            [f"index {number}"],
        )
        lines[at : at + 1] = draw(st.sampled_from(choices))
        lines = lines or [""]
    return "\n".join(lines)


def other_bits(draw: Draw, text: str) -> str:
    """Base64 with other bits, unused ones among them, in the last digit before its padding."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    places = [at for at in range(1, len(text)) if text[at] == "=" and text[at - 1] in digits]
    if not places:
        return text
    at = draw(st.sampled_from(places)) - 1
    other = digits[digits.index(text[at]) ^ draw(st.integers(1, 5))]
    return f"{text[:at]}{other}{text[at + 1 :]}"


@st.composite
def changed_texts(draw: Draw, text: str) -> str:
    how = draw(st.sampled_from((edited, look_alike, other_lines, other_bits)))
    made: str = how(draw, text)
    return made


@st.composite
def presented(draw: Draw, given_out: Receipts) -> tuple[bytes, str]:
    """A file that somebody presents as a receipt, and the key with which it is checked."""
    which = draw(st.sampled_from(sorted(given_out.raw)))
    file, key = dict(given_out.files[which]), given_out.table.key_line
    kind = draw(st.sampled_from(("bytes", "value", "value", "exchange", "shape", "key")))
    if kind == "bytes":
        return edited_bytes(draw, given_out.raw[which]), key
    if kind == "key":
        return given_out.raw[which], draw(st.just(OTHER_KEY_LINE) | changed_texts(key))
    if kind == "shape":
        return _shape(draw, file), key
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.sampled_from(PLACES))
        other = given_out.files[draw(st.sampled_from(sorted(given_out.raw)))]
        exchanged = st.sampled_from([other[at] for at in PLACES])
        values = changed_texts(file[place]) if kind == "value" else exchanged
        file[place] = draw(values)
    return json.dumps(file).encode(), key


def _shape(draw: Draw, file: dict[str, str]) -> bytes:
    """The four values under other keys, with more keys, in another order, or of another type."""
    pairs: list[tuple[str, object]] = list(draw(st.permutations(list(file.items()))))
    keys = st.sampled_from((*PLACES, "Table", "seat ", "extra", "")) | st.text(max_size=3)
    values = st.none() | st.integers() | st.sampled_from(list(file.values())) | st.text(max_size=3)
    at = draw(st.integers(0, len(pairs)))
    pairs[at : draw(st.integers(at, len(pairs)))] = [(draw(keys), draw(values))]
    return ("{" + ",".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in pairs) + "}").encode()


def is_accepted(raw: bytes, key_line: str) -> bool:
    try:
        origin, key = notes.parse_public_key_line(key_line)
        receipt.verify(receipt.parse(raw), origin=origin, key=key)
    except (BadInputError, StoreError):
        return False
    return True


def is_accepted_by_a_stranger(raw: bytes, key_line: str) -> bool:
    try:
        independent.check_receipt(raw, key_line)
    except RefusedError:
        return False
    return True


def check_one(receipts: Receipts, data: st.DataObject) -> None:
    raw, key_line = data.draw(presented(receipts))

    accepted = is_accepted(raw, key_line)

    assert accepted == is_accepted_by_a_stranger(raw, key_line)
    assert not accepted or meaning(raw) in receipts.meanings
    assert not accepted or key_line.strip() == receipts.table.key_line


@QUICK
@given(data=st.data())
def test_no_changed_receipt_is_accepted(receipts: Receipts, data: st.DataObject) -> None:
    check_one(receipts, data)


@pytest.mark.proof
@SLOW
@given(data=st.data())
def test_no_changed_receipt_is_accepted_of_a_hundred_thousand(
    receipts: Receipts, data: st.DataObject
) -> None:
    check_one(receipts, data)


@st.composite
def grown_files(draw: Draw, given_out: Receipts) -> bytes:
    """A proof of consistency that somebody changed."""
    if draw(st.booleans()):
        return edited_bytes(draw, given_out.grown)
    file = json.loads(given_out.grown)
    place = draw(st.sampled_from(("old", "new", "proof", "proof", "notes")))
    if place == "notes":
        file["old"], file["new"] = file["new"], file["old"]
    elif place == "proof":
        lines = draw(changed_texts("\n".join(file["proof"])))
        file["proof"] = lines.split("\n")
    else:
        file[place] = draw(changed_texts(file[place]))
    return json.dumps(file).encode()


@QUICK
@given(data=st.data())
def test_no_changed_proof_of_consistency_is_accepted(
    receipts: Receipts, data: st.DataObject
) -> None:
    raw = data.draw(grown_files(receipts))

    accepted = _grew(raw, receipts.table.key_line)

    assert accepted == _grew_for_a_stranger(raw, receipts.table.key_line)
    assert not accepted or _without_strangers(raw) == _without_strangers(receipts.grown)


def _grew(raw: bytes, key_line: str) -> bool:
    origin, key = notes.parse_public_key_line(key_line)
    try:
        consistency.verify(consistency.parse(raw), origin=origin, key=key)
    except (BadInputError, StoreError):
        return False
    return True


def _grew_for_a_stranger(raw: bytes, key_line: str) -> bool:
    try:
        independent.check_consistency(raw, key_line)
    except RefusedError:
        return False
    return True


def _without_strangers(raw: bytes) -> tuple[object, ...]:
    file = json.loads(raw)
    texts = (file[place].rpartition("\n\n")[0] for place in ("old", "new"))
    return (file["proof"], *texts)

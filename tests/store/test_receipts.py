"""Receipts: made by the product, checked by it and by a stranger; a forged one by neither."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table_app.errors import BadInputError
from tests.store import independent
from tests.store.independent import RefusedError
from tests.store.receipts import (
    OTHER_KEY_LINE,
    Change,
    Table,
    changed,
    play_rounds,
    signed_again,
    typed,
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return play_rounds(tmp_path_factory.mktemp("table"))


def verdict(table: Table, raw: bytes, key: str | None = None) -> tuple[int, str]:
    """Exit code and last line of `verify-receipt` on a file with these bytes."""
    file = table.folder / "presented.json"
    file.write_bytes(raw)
    code, said = typed("verify-receipt", file, "--key", key or table.key_line)
    return code, said.splitlines()[-1]


def test_a_receipt_is_verified_with_the_public_key_alone(table: Table, tmp_path: Path) -> None:
    alone = tmp_path / "alone.json"
    alone.write_bytes(table.receipt(2, seat=1))

    code, said = typed("verify-receipt", alone, "--key", table.key_line)

    assert code == 0
    assert said.startswith("ROUND 2 at table test ")
    assert said.splitlines()[-1].startswith(
        "AGREES: DEMO round 2, seat 1: signed by table-app/test"
    )


def test_the_key_may_be_a_file(table: Table) -> None:
    code, _ = typed(
        "verify-receipt", table.file(2, seat=1), "--key", table.folder / "keys" / "log_key.pub"
    )

    assert code == 0


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_stranger_verifies_a_receipt_from_the_specifications(
    table: Table, number: int, seat: int
) -> None:
    found = independent.check_receipt(table.receipt(number, seat=seat), table.key_line)

    assert (found["table"]["round"], found["seat"]["seat"]) == (number, seat)


def test_a_receipt_says_the_same_to_programs(table: Table) -> None:
    code, said = typed("verify-receipt", table.file(1, seat=2), "--key", table.key_line, "--json")

    shown = json.loads(said)
    by_stranger = independent.check_receipt(table.receipt(1, seat=2), table.key_line)
    assert (code, shown["agrees"], shown["is_demo"]) == (0, True, True)
    assert (shown["round"], shown["seat"], shown["proof"]["origin"]) == (1, 2, "table-app/test")
    assert shown["proof"]["size"] == by_stranger["size"]
    assert shown["parts"] == {"table": by_stranger["table"], "seat-2": by_stranger["seat"]}


def test_a_receipt_holds_nothing_of_its_neighbours(table: Table) -> None:
    told = table.receipt(1, seat=2).decode()

    assert '\\"seat\\":1' not in told
    assert '\\"seat\\":2' in told


def test_a_receipt_is_the_stored_text_of_its_parts(table: Table) -> None:
    shown = json.loads(typed("record", "1", "--seat", "1", "--data", table.folder, "--json")[1])
    file = json.loads(table.receipt(1, seat=1))

    assert sorted(file) == ["leaf", "proof", "seat", "table"]
    assert json.loads(file["table"]) == shown["parts"]["table"]
    assert json.loads(file["seat"]) == shown["parts"]["seat-1"]
    assert json.loads(b64decode(file["leaf"]))["sequence"] == shown["entry"]


def test_a_receipt_never_overwrites_a_file(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("mine")

    with pytest.raises(BadInputError, match=r"mine\.json exists and is not overwritten"):
        typed("record", "1", "--seat", "1", "--receipt", file, "--data", table.folder)
    assert file.read_text() == "mine"


def test_a_receipt_is_of_one_seat(table: Table, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="name it with --seat"):
        typed("record", "1", "--receipt", tmp_path / "r.json", "--data", table.folder)


def test_a_receipt_that_cannot_be_written_leaves_nothing(table: Table, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "r.json"

    with pytest.raises(BadInputError, match="No such file or directory"):
        typed("record", "1", "--seat", "1", "--receipt", nowhere, "--data", table.folder)
    assert list(tmp_path.iterdir()) == []


def test_signatures_of_witnesses_that_nobody_named_are_ignored(table: Table) -> None:
    witness = f"— witness.example {b64encode(b'wxyz' + bytes(72)).decode()}\n"

    def cosign(file: dict[str, Any]) -> None:
        file["proof"] += witness

    assert verdict(table, changed(table.receipt(1, seat=1), cosign))[0] == 0


WITNESS_KEY = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
WITNESS = "witness.example/1"


def _witness_line(name: str = WITNESS) -> str:
    """The witness's key as C2SP tlog-cosignature has it, made by hand."""
    typed_key = b"\x04" + WITNESS_KEY.public_key().public_bytes_raw()
    key_id = sha256(name.encode() + b"\n" + typed_key).digest()[:4]
    return f"{name}+{key_id.hex()}+{b64encode(typed_key).decode()}"


def _cosigned(file: dict[str, Any], *, signed_s: int = 1_700_000_000) -> None:
    """A cosignature at 1,700,000,000, by hand: its time, then a signature over this time and text."""
    text = file["proof"].split("\n\n")[1] + "\n"
    signature = WITNESS_KEY.sign(f"cosignature/v1\ntime {signed_s}\n{text}".encode())
    key_id = bytes.fromhex(_witness_line().split("+")[1])
    raw = key_id + (1_700_000_000).to_bytes(8, "big") + signature
    file["proof"] += f"— {WITNESS} {b64encode(raw).decode()}\n"


def test_a_named_witness_must_have_cosigned(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "cosigned.json"
    words = ("verify-receipt", file, "--key", table.key_line, "--witness-key", _witness_line())

    file.write_bytes(changed(table.receipt(1, seat=1), _cosigned))
    with_it = typed(*words)
    file.write_bytes(table.receipt(1, seat=1))
    without = typed(*words)
    file.write_bytes(changed(table.receipt(1, seat=1), partial(_cosigned, signed_s=1)))
    at_another_time = typed(*words)

    assert with_it[0] == 0
    assert "signed by table-app/test, cosigned by witness.example/1;" in with_it[1]
    assert without == (1, "DISAGREES: the note has no cosignature of witness.example/1\n")
    assert at_another_time[0] == 1
    assert "does not fit the note" in at_another_time[1]


def test_a_logs_key_is_no_witness(table: Table) -> None:
    with pytest.raises(BadInputError, match="not cosignatures"):
        typed(
            "verify-receipt",
            table.file(1),
            "--key",
            table.key_line,
            "--witness-key",
            table.key_line,
        )


def _another_rounds_seat(table: Table) -> Change:
    def change(file: dict[str, Any]) -> None:
        file["seat"] = json.loads(table.receipt(1, seat=1))["seat"]

    return change


def _another_rounds_table(table: Table) -> Change:
    def change(file: dict[str, Any]) -> None:
        file["table"] = json.loads(table.receipt(1, seat=1))["table"]

    return change


def _another_rounds_leaf(table: Table) -> Change:
    def change(file: dict[str, Any]) -> None:
        file["leaf"] = json.loads(table.receipt(1, seat=1))["leaf"]

    return change


def _another_rounds_proof(table: Table) -> Change:
    def change(file: dict[str, Any]) -> None:
        file["proof"] = json.loads(table.receipt(1, seat=1))["proof"]

    return change


def _the_table_as_seat(_: Table) -> Change:
    def change(file: dict[str, Any]) -> None:
        file["seat"] = file["table"]

    return change


def _paid_more(_: Table) -> Change:
    def change(file: dict[str, Any]) -> None:
        file["seat"] = file["seat"].replace('"credit_after_cents":', '"credit_after_cents":1', 1)

    return change


def _other_unused_bits(place: str, *, after: str) -> Callable[[Table], Change]:
    """The last digit of the first padded base64 after this text, with its lowest bit turned."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    def make(_: Table) -> Change:
        def change(file: dict[str, Any]) -> None:
            text = file[place]
            at = text.index("=", text.index(after)) - 1
            file[place] = f"{text[:at]}{digits[digits.index(text[at]) ^ 1]}{text[at + 1 :]}"

        return change

    return make


def _text(place: str, old: str, new: str) -> Callable[[Table], Change]:
    def make(_: Table) -> Change:
        def change(file: dict[str, Any]) -> None:
            assert old in file[place]
            file[place] = file[place].replace(old, new, 1)

        return change

    return make


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_another_rounds_seat, "does not name this seat part"),
        (_another_rounds_table, "does not name this table part"),
        (_another_rounds_leaf, "is not under the checkpoint"),
        (_another_rounds_proof, "is not under the checkpoint"),
        (_the_table_as_seat, "does not name this seat part"),
        (_paid_more, "does not name this seat part"),
        (_text("table", "{", " {"), "does not name this table part"),
        (_text("table", "test", "tеst"), "does not name this table part"),  # noqa: RUF001
        (_text("leaf", "ey", "e y"), "its leaf is not base64"),
        (_text("leaf", "ey", "e\ny"), "its leaf is not base64"),
        (_text("proof", "@v1", "@v2"), "it begins with c2sp.org/tlog-proof@v1"),
        (_text("proof", "index ", "extra AAAA\nindex "), "no index"),
        (_text("proof", "index ", "index 0"), "no index"),
        (_text("proof", "index ", "index -"), "no index"),
        (_text("proof", "index ", "index +"), "no index"),
        (_text("proof", "index ", "index 9999"), "is not under the checkpoint"),
        (_text("proof", "index ", f"index {'9' * 17}"), "no index"),
        (_text("proof", "index ", f"index {'9' * 10_000}"), "no index"),
        (_text("proof", "index ", "index ٣"), "no index"),
        (_text("proof", "\n", "\r\n"), "it begins with"),
        (_text("proof", "\n\n", "\n"), "not a hash in the proof"),
        (_text("proof", "\n\n", f"\n{'A' * 43}=" * 64 + "\n\n"), "at most 63 hashes"),
        (_other_unused_bits("proof", after="index"), "not a hash in the proof"),
        (_other_unused_bits("proof", after="\n\n"), "does not fit"),
        (_other_unused_bits("proof", after="— "), "one canonical form"),
        (_text("proof", "=\n", "==\n"), "not a hash in the proof"),
        (_text("proof", "table-app/test\n", "table-app/tesт\n"), "does not fit"),
        (_text("proof", "— table", "- table"), "not a signature line"),
        (_text("proof", "— table", "— \u2003table"), "not a signature line"),
        (_text("proof", "— table-app/test ", "— table-app/test é"), "not base64 in the signature"),
        (_text("proof", "— table-app/test ", "— other "), "no signature of table-app/test"),
    ],
)
def test_a_forged_receipt_disagrees_in_one_line(
    table: Table, make: Callable[[Table], Change], said: str
) -> None:
    forged = changed(table.receipt(2, seat=1), make(table))

    code, line = verdict(table, forged)

    assert (code, line[:11]) == (1, "DISAGREES: ")
    assert said in line
    with pytest.raises(RefusedError):
        independent.check_receipt(forged, table.key_line)


def test_a_receipt_of_another_table_disagrees(table: Table) -> None:
    code, line = verdict(table, table.receipt(1, seat=1), OTHER_KEY_LINE)

    assert (code, line) == (
        1,
        "DISAGREES: the note has no signature of table-app/test by this key, it is signed by table-app/test",
    )


def test_a_disagreement_is_json_for_programs(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "forged.json"
    file.write_bytes(changed(table.receipt(1, seat=1), _paid_more(table)))

    code, said = typed("verify-receipt", file, "--key", table.key_line, "--json")

    assert (code, json.loads(said)["agrees"]) == (1, False)
    assert "does not name this seat part" in json.loads(said)["disagreement"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda _: b"", "is no receipt of"),
        (lambda raw: raw[:-9], "is no receipt of"),
        (lambda raw: raw + b"{}", "is no receipt of"),
        (lambda raw: b"\xef\xbb\xbf" + raw, "is no receipt of"),
        (lambda raw: raw.decode().encode("utf-16"), "is no receipt of"),
        (lambda _: b"[" * 100_000, "is no receipt of"),
        (lambda _: b"9" * 100_000, "is no receipt of"),
        (lambda raw: b" " * (1 << 20) + raw, "above 1048576 bytes"),
        (lambda raw: b"[" + raw + b"]", "is no receipt of"),
        (lambda raw: raw.replace(b'"leaf":', b'"leaf": "", "leaf":'), "a key is there twice"),
        (lambda raw: raw.replace(b'"leaf":', b'"more": "", "leaf":'), "unknown field `more`"),
        (lambda raw: raw.replace(b'"leaf":', b'"Leaf":'), "is no receipt of"),
        (lambda raw: raw.replace(b'"leaf": "', b'"leaf": ["'), "is no receipt of"),
        (lambda raw: raw.replace(b'"table": "', b'"table": "\\ud800'), "is no receipt of"),
    ],
)
def test_what_is_no_receipt_is_bad_input(
    table: Table, make: Callable[[bytes], bytes], said: str
) -> None:
    with pytest.raises(BadInputError, match=said):
        verdict(table, make(table.receipt(1, seat=1)))


@pytest.mark.parametrize(
    "key", ["", "table-app/test", "table-app/test+00000000+AQID", "a\ud800+0+AAAA", "x" * 90]
)
def test_what_is_no_key_is_bad_input(table: Table, key: str) -> None:
    with pytest.raises(BadInputError, match="key of a signed note"):
        typed("verify-receipt", table.file(1, seat=1), "--key", key)


def _in(part: str, change: Callable[[Any], None]) -> Change:
    def within(file: dict[str, Any]) -> None:
        value = json.loads(file[part])
        change(value)
        file[part] = json.dumps(value)

    return within


def _exchange_two_cards(table: Any) -> None:
    cards = table["shoe"]["cards"]
    table["shoe"]["cards"] = cards[-2:] + cards[2:-2] + cards[:2]


SPLIT = {"fact": "hand_split", "seat": 1, "hand": 0, "stake_cents": 1}


def _first(seat: Any, kind: str) -> Any:
    return next(fact for fact in seat["story"] if fact["fact"] == kind)


def _another_first_card(seat: Any) -> None:
    dealt = _first(seat, "card_dealt")
    was, dealt["card"] = dealt["card"], "QD" if dealt["card"] != "QD" else "QS"
    hand = seat["hands"][0]["cards"]
    hand[hand.index(was)] = dealt["card"]


def test_a_leaf_that_stands_at_another_place_than_it_says_disagrees(table: Table) -> None:
    signed = signed_again(table, table.receipt(2, seat=1), sequence=2)

    assert verdict(table, signed) == (1, "DISAGREES: entry 1 says that it is entry 2")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_in("table", _exchange_two_cards), "does not open its commitment"),
        (_in("table", lambda part: part["shoe"].update(salt_hex="00")), "does not open"),
        (_in("table", lambda part: part["shoe"].update(salt_hex="no")), "is no salt"),
        (_in("table", lambda part: part["shoe"].update(cards="QH")), "not made of 2 whole decks"),
        (_in("table", lambda part: part.update(decks=10**9)), "whole decks"),
        (_in("table", lambda part: part["shoe"].update(cards_dealt=5)), "cannot have been dealt"),
        (_in("table", lambda part: part["shoe"].update(cards_dealt=105)), "cannot have been dealt"),
        (_in("table", lambda part: part.update(dealer=["AS", "AS"])), "the dealer's cards are not"),
        (_in("table", lambda part: part.update(dealer=[])), "the dealer's cards are not"),
        (_in("table", lambda part: part.update(seats=[2, 3])), "does not list seat 1"),
        (_in("table", lambda part: part.update(round=9)), "is of round 2, the table's of 9"),
        (_in("table", lambda part: part.pop("shoe")), "the table's part cannot be read"),
        (_in("seat", lambda part: part.update(seat=2)), "named seat-1 is of seat 2"),
        (_in("seat", lambda part: part.update(round=9)), "is of round 9, the table's of 2"),
        (_in("seat", lambda part: part.update(hands=[])), "are not of the cards"),
        (_in("seat", lambda part: part.update(story=[])), "other cards of the dealer"),
        (_in("seat", lambda part: _first(part, "card_dealt").update(hand=7)), "had a hand 8"),
        (_in("seat", lambda part: part["story"].insert(0, SPLIT)), "cannot have split its hand 1"),
        (_in("seat", lambda part: part.pop("story")), "the seat's part cannot be read"),
        (_in("seat", _another_first_card), "are not those of the opened shoe"),
    ],
)
def test_not_even_the_tables_own_signature_makes_a_false_round_agree(
    table: Table, change: Change, said: str
) -> None:
    signed = signed_again(table, changed(table.receipt(2, seat=1), change))

    code, line = verdict(table, signed)

    assert code == 1
    assert said in line

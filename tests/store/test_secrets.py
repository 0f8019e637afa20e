"""Keys on disk, and secrets under seal."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_app.errors import BadInputError, StoreError
from table_app.store import keys
from table_app.store.sealing import sealer
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.secrets import Secret, Trigger, Uniform
from tests.store.histories import ORIGIN, shuffled

SEAL, UNSEAL = sealer(b"k" * 32)
SHOE = shuffled(1)
SEALED = SEAL(SHOE)
TRIGGER = Trigger(meter="super_4.mystery", amount_cents=87_654, salt=b"s" * 32)
UNIFORM = Uniform(meter="super_4.mystery", value=2**255 + 12_345)
SECRETS: list[Secret] = [SHOE, TRIGGER, UNIFORM]


def test_keys_come_back_as_they_were_made(tmp_path: Path) -> None:
    made = keys.create(tmp_path / "keys", origin=ORIGIN)

    loaded = keys.load(tmp_path / "keys")

    assert loaded.public_key_line() == made.public_key_line()
    assert (loaded.origin, loaded.sealing_key) == (ORIGIN, made.sealing_key)


def test_only_their_owner_may_read_keys(tmp_path: Path) -> None:
    keys.create(tmp_path / "keys", origin=ORIGIN)

    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "keys").iterdir()}

    assert modes == {"log_key.pem": 0o600, "sealing_key": 0o600, "log_key.pub": 0o600}


@pytest.mark.parametrize("name", ["log_key.pem", "sealing_key", "log_key.pub"])
def test_a_key_that_exists_is_never_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("precious")

    with pytest.raises(BadInputError, match="never overwritten"):
        keys.create(tmp_path, origin=ORIGIN)

    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("origin", ["", "two words", "a+b", "line\nbreak", "é"])
def test_a_log_is_not_given_a_name_that_no_note_can_carry(tmp_path: Path, origin: str) -> None:
    with pytest.raises(BadInputError, match="cannot name a log"):
        keys.create(tmp_path, origin=origin)


@pytest.mark.parametrize("name", ["log_key.pem", "sealing_key", "log_key.pub"])
def test_a_missing_key_is_named(tmp_path: Path, name: str) -> None:
    keys.create(tmp_path, origin=ORIGIN)
    (tmp_path / name).unlink()

    with pytest.raises(BadInputError, match=name):
        keys.load(tmp_path)


@pytest.mark.parametrize("name", ["log_key.pem", "sealing_key", "log_key.pub"])
def test_a_damaged_key_is_named(tmp_path: Path, name: str) -> None:
    keys.create(tmp_path, origin=ORIGIN)
    (tmp_path / name).write_text("damaged")

    with pytest.raises(BadInputError, match=f"{name}|damaged"):
        keys.load(tmp_path)


def test_keys_of_two_logs_are_no_pair(tmp_path: Path) -> None:
    keys.create(tmp_path / "a", origin=ORIGIN)
    keys.create(tmp_path / "b", origin=ORIGIN)
    (tmp_path / "a" / "log_key.pem").replace(tmp_path / "b" / "log_key.pem")

    with pytest.raises(BadInputError, match="no pair"):
        keys.load(tmp_path / "b")


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: type(secret).__name__)
def test_a_secret_comes_back_from_its_seal(secret: Secret) -> None:
    assert UNSEAL(SEAL(secret)) == secret


@given(st.integers(1, 10**12), st.integers(0, 2**256 - 1))
def test_a_seal_has_one_length_for_all_amounts_and_numbers(cents: int, value: int) -> None:
    trigger = Trigger(meter="m", amount_cents=cents, salt=b"s" * 32)
    uniform = Uniform(meter="m", value=value)

    assert len(SEAL(trigger)) == len(SEAL(Trigger(meter="m", amount_cents=1, salt=b"s" * 32)))
    assert len(SEAL(uniform)) == len(SEAL(Uniform(meter="m", value=0)))


def test_a_seal_shows_id_and_commitment_and_no_card() -> None:
    readable = SEALED.removeprefix(f"v1:shoe:{SHOE.shoe_id}:{SHOE.commitment}:")

    assert readable != SEALED
    assert "".join(SHOE.cards[:2]) not in SEALED


def test_the_same_shoe_is_never_sealed_twice_alike() -> None:
    assert SEAL(SHOE) != SEAL(SHOE)


def test_another_key_does_not_open_a_shoe() -> None:
    with pytest.raises(StoreError, match="does not open"):
        sealer(b"x" * 32)[1](SEALED)


@given(st.integers(0, len(SEALED) - 1), st.characters(codec="ascii"))
def test_a_seal_with_one_other_character_does_not_open(at: int, other: str) -> None:
    changed = SEALED[:at] + other + SEALED[at + 1 :]
    if changed == SEALED:
        return

    with pytest.raises(StoreError):
        UNSEAL(changed)


def test_a_shoe_with_a_short_salt_is_not_sealed() -> None:
    short = Shoe(shoe_id="1", salt=b"s", cards=SHOE.cards, commitment="")

    with pytest.raises(StoreError, match="salt"):
        SEAL(short)

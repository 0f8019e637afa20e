"""The release key and who trusts it; the record of component changes."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from table_app.errors import BadInputError
from table_app.release import history, keys
from table_app.release.history import Change
from table_app.release.manifest import ReleaseKey

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def test_a_pair_is_made_once_and_its_private_half_is_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "away" / "release_key"

    public = keys.create(path)

    assert public == tmp_path / "away" / "release_key.pub"
    assert path.stat().st_mode & 0o777 == 0o600
    name, private = keys.load_pair(path)
    assert keys.load_public(public) == ReleaseKey(name, private.public_key())
    assert public.read_text().startswith("table-app-release+")
    with pytest.raises(BadInputError, match="never overwritten"):
        keys.create(path)
    path.unlink()
    with pytest.raises(BadInputError, match="never overwritten"):
        keys.create(path)


def test_halves_of_two_pairs_are_no_pair(tmp_path: Path) -> None:
    keys.create(tmp_path / "one")
    keys.create(tmp_path / "two")
    (tmp_path / "one.pub").write_bytes((tmp_path / "two.pub").read_bytes())

    with pytest.raises(BadInputError, match="are no pair"):
        keys.load_pair(tmp_path / "one")


def test_a_table_trusts_one_key_and_no_other_in_its_place(tmp_path: Path) -> None:
    keys.create(tmp_path / "one")
    keys.create(tmp_path / "two")
    folder = tmp_path / "keys"
    assert keys.trusted(folder) is None

    key = keys.trust(folder, tmp_path / "one.pub")
    assert keys.trust(folder, tmp_path / "one.pub") == key

    with pytest.raises(BadInputError, match="another release key"):
        keys.trust(folder, tmp_path / "two.pub")
    assert keys.trusted(folder) == key


@pytest.mark.parametrize("content", [b"", b"\xff", b"table-app-release+00000000+AAAA"])
def test_what_is_no_key_is_named_and_not_trusted(tmp_path: Path, content: bytes) -> None:
    given = tmp_path / "given.pub"
    given.write_bytes(content)

    with pytest.raises(BadInputError, match=r"given\.pub: not the line"):
        keys.trust(tmp_path / "keys", given)
    assert not (tmp_path / "keys").exists()


def test_a_missing_key_is_named_with_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="release key"):
        keys.load_public(tmp_path / "none.pub")


def test_a_change_is_remembered_once_with_what_was_before(tmp_path: Path) -> None:
    data = tmp_path / "data"
    here = NOON.astimezone(timezone(timedelta(hours=2)))
    for fingerprint in ("aa", "aa", "bb", "aa"):
        history.remember(data, fingerprint=fingerprint, version="1", now=here)

    time = "2026-12-01T12:00:00+00:00"
    assert history.changes(data) == (
        Change(time, "", "aa", "1"),
        Change(time, "aa", "bb", "1"),
        Change(time, "bb", "aa", "1"),
    )


def test_the_newest_changes_are_kept_and_ten_at_least(tmp_path: Path) -> None:
    for number in range(history.CHANGES_MAX + 5):
        history.remember(tmp_path, fingerprint=str(number), version="1", now=NOON)

    kept = [change.new for change in history.changes(tmp_path)]

    assert len(kept) >= 10
    assert kept == [str(number) for number in range(5, 105)]


def test_no_change_is_no_record(tmp_path: Path) -> None:
    assert history.changes(tmp_path) == ()


@pytest.mark.parametrize("content", [b"{}\n", b"\xff\n", b'{"time":1}\n'])
def test_a_damaged_record_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / history.HISTORY_FILE).write_bytes(content)

    with pytest.raises(BadInputError, match="software_history"):
        history.changes(tmp_path)

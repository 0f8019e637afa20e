"""A table of one evening under two sets of rules: `upgrade`, and what follows it, as they are typed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_app.link import client, limits
from table_app.store import keys as store_keys
from tests.host.witnessed import real_witness
from tests.system.credits import coin_in_cents
from tests.system.evenings import change_rules, play_rounds
from tests.system.floor import Floor
from tests.typed import Said, refused, typed


class Evening:
    """Two rounds, an upgrade to a higher limit, one round more; a receipt and a key of each epoch.

    Round 3 was opened before the upgrade: its number is not used again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.floor = floor = Floor(folder)
        floor.make_keys()
        play_rounds(floor, 2)
        self.old_key = self.typed("keys", "public").printed.strip()
        self.old_seat, self.old_receipt = self._receipt(1, "old.json")
        change_rules(floor)
        floor.start_command()
        self.host_before = floor.finish()
        self.upgrade = self.typed("upgrade", "--table", floor.table_file)
        play_rounds(floor, 1)
        self.new_key = self.typed("keys", "public").printed.strip()
        self.new_seat, self.new_receipt = self._receipt(4, "new.json")

    def typed(self, *words: str | Path) -> Said:
        return typed(*words, "--data", self.floor.data, "--keys", self.floor.keys)

    def json(self, *words: str | Path) -> dict[str, object]:
        said = self.typed(*words, "--json")
        assert said.code == 0, said
        shown: dict[str, object] = json.loads(said.printed)
        return shown

    def _receipt(self, number: int, name: str) -> tuple[int, Path]:
        """A seat that played in the round - one may begin it alone - and its receipt."""
        parts = self.json("record", str(number))["parts"]
        assert isinstance(parts, dict)
        seat = min(part["seat"] for part in parts.values() if "seat" in part)
        file = self._folder / name
        said = self.typed("record", str(number), "--seat", str(seat), "--receipt", file)
        assert said.code == 0, said
        return seat, file


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(client, "RECONNECT_MAX_S", limits.RECONNECT_FIRST_S)
        played = Evening(tmp_path_factory.mktemp("evening"))
    yield played
    played.floor.close()


def test_a_host_says_that_a_journal_of_other_rules_can_be_upgraded(evening: Evening) -> None:
    code, said = evening.host_before

    assert code == 2
    assert said.count("\n") == 1
    assert "the journal was written under other rules (" in said
    assert "); `table-app upgrade` goes on with it in a new epoch of the log, or run" in said


def test_an_upgrade_says_which_epoch_has_begun(evening: Evening) -> None:
    assert (evening.upgrade.code, evening.upgrade.complained) == (0, "")
    assert evening.upgrade.printed.startswith("Epoch 2 of the log has begun; `table-app host`")


def test_an_audit_prints_both_epochs(evening: Evening) -> None:
    said = evening.typed("audit", "--table", evening.floor.table_file)

    assert said.code == 0
    assert said.printed.startswith("floor: what agreed\n")
    assert "\nfloor.2: what agreed\n" in said.printed
    assert "NOT decided again: written under other rules" in said.printed
    assert "NOT compared" not in said.printed
    assert said.printed.endswith("\neverything agrees\n")


def test_an_audit_for_programs_has_the_earlier_epochs(evening: Evening) -> None:
    shown = evening.json("audit", "--table", evening.floor.table_file)

    assert (shown["agrees"], shown["origin"], shown["rounds"]) == (True, "floor.2", 1)
    assert shown["decided_again"] == shown["entries"]
    (earlier,) = shown["earlier_epochs"]  # type: ignore[misc]
    assert (earlier["origin"], earlier["rounds"]) == ("floor", 2)  # type: ignore[has-type]


def test_the_meters_of_a_seat_go_on_over_an_upgrade(evening: Evening) -> None:
    data, seat = evening.floor.data, evening.old_seat
    old, new = data / "epochs" / "1.sqlite3", data / "table.sqlite3"
    coin_in = coin_in_cents(old, seat) + coin_in_cents(new, seat)

    said = evening.typed("audit", "--table", evening.floor.table_file)

    assert coin_in_cents(old, seat) > 0
    assert f"  seat {seat}: coin in {coin_in // 100}.{coin_in % 100:02}," in said.printed


@pytest.mark.parametrize(("number", "origin"), [("1", "floor"), ("4", "floor.2")])
def test_a_round_of_each_epoch_is_found_under_its_name(
    evening: Evening, number: str, origin: str
) -> None:
    shown = evening.json("record", number)

    assert (shown["round"], shown["agrees"]) == (int(number), True)
    assert shown["proof"]["origin"] == origin  # type: ignore[index]


def test_the_public_key_of_each_epoch_has_its_name(evening: Evening) -> None:
    assert evening.old_key.startswith("floor+")
    assert evening.new_key.startswith("floor.2+")
    assert evening.typed("keys", "public", "--epoch", "1").printed.strip() == evening.old_key


def test_a_receipt_of_each_epoch_is_checked_with_the_key_of_its_time(evening: Evening) -> None:
    old = typed("verify-receipt", evening.old_receipt, "--key", evening.old_key)
    new = typed("verify-receipt", evening.new_receipt, "--key", evening.new_key)

    assert (old.code, new.code) == (0, 0)
    assert f"AGREES: DEMO round 1, seat {evening.old_seat}: signed by floor;" in old.printed
    assert f"AGREES: DEMO round 4, seat {evening.new_seat}: signed by floor.2;" in new.printed


@pytest.mark.parametrize("numbers", [("1", "4"), ("4", "1")])
def test_a_witness_cosigns_receipts_of_each_epoch(
    evening: Evening, tmp_path: Path, numbers: tuple[str, str]
) -> None:
    seats = {"1": evening.old_seat, "4": evening.new_seat}
    keys = {"1": evening.old_key, "4": evening.new_key}
    with real_witness(tmp_path, store_keys.load(evening.floor.keys)) as witness:
        key_file = witness.service.path / "witness.pub"
        url = f"http://127.0.0.1:{witness.port}"
        for number in numbers:
            file = tmp_path / f"{number}.json"
            named = ("--seat", str(seats[number]), "--receipt", file)
            asked = ("--witness", url, "--witness-key", key_file)

            assert evening.typed("record", number, *named, *asked).code == 0

            words = ("verify-receipt", file, "--key", keys[number], "--witness-key", key_file)
            assert "cosigned by witness.example/w1" in typed(*words).printed


def test_a_receipt_does_not_agree_with_the_key_of_another_epoch(evening: Evening) -> None:
    old = typed("verify-receipt", evening.old_receipt, "--key", evening.new_key)
    new = typed("verify-receipt", evening.new_receipt, "--key", evening.old_key)

    assert (old.code, new.code) == (1, 1)
    assert old.printed.startswith("DISAGREES: ")
    assert new.printed.startswith("DISAGREES: ")


def test_the_database_of_a_closed_epoch_comes_back_from_its_mirror(evening: Evening) -> None:
    closed = evening.floor.data / "epochs" / "1.sqlite3"
    closed.rename(evening.floor.data / "lost")

    assert evening.typed("restore", "database", "--epoch", "1").code == 0

    assert closed.is_file()
    assert evening.typed("audit", "--table", evening.floor.table_file).code == 0


def test_there_is_nothing_to_upgrade_twice(evening: Evening) -> None:
    floor = evening.floor
    where = ("--data", floor.data, "--keys", floor.keys, "--table", floor.table_file)

    assert "nothing to upgrade" in refused("upgrade", *where)


def test_a_file_of_another_table_does_not_go_on_with_the_journal(
    evening: Evening, tmp_path: Path
) -> None:
    floor, other = evening.floor, tmp_path / "other.toml"
    other.write_text(floor.table_file.read_text().replace('name = "Floor"', 'name = "Other"'))
    where = ("--data", floor.data, "--keys", floor.keys, "--table", other)

    assert "give another --data folder to another table" in refused("upgrade", *where)


def test_without_a_journal_there_is_nothing_to_upgrade(evening: Evening, tmp_path: Path) -> None:
    said = refused("upgrade", "--data", tmp_path, "--keys", evening.floor.keys)

    assert f"{tmp_path / 'table.sqlite3'} is not there; there is nothing to upgrade" in said

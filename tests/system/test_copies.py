"""The two copies of the journal under the real host: what it refuses, and what it refuses others."""

import os
import signal

import pytest

from tests.system.evenings import change_rules, end, leave, play_rounds
from tests.system.floor import Floor
from tests.typed import Said, refused, typed


def typed_in(floor: Floor, *words: str) -> Said:
    return typed(*words, "--data", floor.data, "--keys", floor.keys)


def open_and_end(floor: Floor) -> None:
    floor.start_command()
    floor.ready_port()
    end(floor)


def ended(floor: Floor) -> tuple[int, str]:
    """How a host that does not open ends, and its one line."""
    floor.start_command()
    code, said = floor.finish()
    assert said.count("\n") == 1
    return code, said


def test_a_mirror_damaged_in_the_middle_is_named_until_it_is_written_again(floor: Floor) -> None:
    floor.make_keys()
    play_rounds(floor, 1)
    mirror = floor.data / "table.mirror"
    lines = mirror.read_bytes().splitlines(keepends=True)
    number = len(lines) // 2
    lines[number - 1] = lines[number - 1].replace(b'"sequence":', b'"sequenze":', 1)
    mirror.write_bytes(b"".join(lines))

    code, said = ended(floor)

    assert code == 3
    assert f"{mirror}, line {number} is not entry {number} of the database" in said
    assert "`table-app restore mirror`" in said
    assert typed_in(floor, "restore", "mirror").code == 0
    open_and_end(floor)


def test_without_its_database_a_table_does_not_begin_anew_beside_its_mirror(floor: Floor) -> None:
    floor.make_keys()
    play_rounds(floor, 1)
    database = floor.data / "table.sqlite3"
    database.unlink()

    code, said = ended(floor)

    assert code == 2
    assert "`table-app restore database`" in said
    assert not database.exists()
    assert typed_in(floor, "restore", "database").code == 0
    open_and_end(floor)


@pytest.mark.parametrize("words", [("restore", "database"), ("restore", "mirror"), ("upgrade",)])
def test_nothing_is_made_again_or_closed_under_a_running_host(
    floor: Floor, words: tuple[str, ...]
) -> None:
    floor.make_keys()
    floor.start_command()
    floor.ready_port()

    said = refused(*words, "--data", floor.data, "--keys", floor.keys)

    assert "in use by another table" in said
    assert not floor.is_dead


def test_a_round_that_was_cut_off_is_finished_before_an_upgrade(floor: Floor) -> None:
    floor.make_keys()
    floor.start_command("--credit", "1000")
    floor.ready_port()
    floor.seat_players()
    floor.play(lambda: any(each.view and each.view.options for each in floor.players))
    os.kill(floor.process.pid, signal.SIGKILL)
    floor.finish()
    leave(floor)
    change_rules(floor)
    where = ("--data", floor.data, "--keys", floor.keys, "--table", floor.table_file)

    said = refused("upgrade", *where)

    assert "is not over; the release that wrote the journal must finish it first" in said

"""A real table and its real witness: put back, forked, or left alone."""

import shutil
from pathlib import Path

from tests.system.evenings import end, leave, play_rounds
from tests.system.floor import Floor
from tests.system.running_witness import RunningWitness

FILES = ("table.sqlite3", "table.mirror")


def copy(data: Path, to: Path) -> None:
    to.mkdir(exist_ok=True)
    for name in FILES:
        shutil.copy(data / name, to / name)


def test_a_database_that_was_put_back_with_its_mirror_does_not_open(
    floor: Floor, witness: RunningWitness, tmp_path: Path
) -> None:
    play_rounds(floor, 2, *witness.options)
    copy(floor.data, tmp_path / "earlier")
    play_rounds(floor, 2, *witness.options)
    copy(tmp_path / "earlier", floor.data)

    floor.start_command(*witness.options)
    code, said = floor.finish()

    assert code == 3
    assert "it was rolled back" in said


def test_a_database_that_went_on_without_its_witness_from_an_older_copy_does_not_open(
    floor: Floor, witness: RunningWitness, tmp_path: Path
) -> None:
    play_rounds(floor, 1, *witness.options)
    copy(floor.data, tmp_path / "earlier")
    play_rounds(floor, 1, *witness.options)
    copy(tmp_path / "earlier", floor.data)
    floor.start_command("--credit", "1000")
    floor.ready_port()
    floor.seat_players()
    floor.play(lambda: floor.round > 6)
    leave(floor)
    end(floor)

    floor.start_command(*witness.options)
    code, said = floor.finish()

    assert code == 3
    assert "it was forked" in said


def test_a_new_database_under_old_keys_does_not_open(floor: Floor, witness: RunningWitness) -> None:
    play_rounds(floor, 1, *witness.options)
    for name in FILES:
        (floor.data / name).unlink()

    floor.start_command(*witness.options)
    code, said = floor.finish()

    assert code == 3
    assert "it was rolled back" in said


def test_without_its_witness_a_table_opens_out_of_service_until_it_answers(
    floor: Floor, witness: RunningWitness
) -> None:
    play_rounds(floor, 1, *witness.options)
    witness.stop()
    floor.start_command("--credit", "1000", *witness.options)
    floor.ready_port()
    floor.seat_players()
    floor.play(lambda: all(each.view and each.view.tilt == "witness" for each in floor.players))

    witness.start()

    floor.play(lambda: all(each.view and each.view.tilt is None for each in floor.players))
    now = floor.round
    floor.play(lambda: floor.round > now)

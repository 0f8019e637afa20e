"""The host as an operator starts it: when it refuses, what it says, and how it ends."""

import signal
import socket

import pytest

from table_app.link import identity
from tests.link.stand_ins import RawStation
from tests.system.floor import Floor


@pytest.fixture
def running(floor: Floor) -> Floor:
    floor.make_keys()
    floor.start_command()
    floor.ready_port()
    return floor


def test_ready_is_said_once_stations_may_connect(floor: Floor) -> None:
    floor.make_keys()
    with socket.socket() as probe, pytest.raises(ConnectionRefusedError):
        probe.connect(("127.0.0.1", floor.port))
    floor.start_command()

    port = floor.ready_port()

    assert port == floor.port
    station = RawStation(port, identity.client_context(floor.keys, seat=1))
    station.open()
    assert b'"message":"welcome"' in station.message()
    station.close()


@pytest.mark.parametrize("request_to_end", [signal.SIGTERM, signal.SIGINT])
def test_a_host_that_is_asked_to_end_ends_well(
    running: Floor, request_to_end: signal.Signals
) -> None:
    running.process.send_signal(request_to_end)

    code, said = running.finish()

    assert code == 0
    assert "Traceback" not in said


def test_a_mirror_in_the_place_of_the_database_is_refused_and_makes_no_file(floor: Floor) -> None:
    floor.make_keys()
    floor.start_command("--mirror", str(floor.data / "table.sqlite3"))

    code, said = floor.finish()

    assert (code, said.count("\n")) == (2, 1)
    assert "is the database; name another file" in said
    assert not floor.data.exists()


def test_a_second_host_on_the_same_data_is_refused(running: Floor) -> None:
    first = running.process
    running.port = 0
    running.start_command()

    code, said = running.finish()

    assert code == 2
    assert said.count("\n") == 1
    assert "in use by another table" in said
    assert first.poll() is None


def test_missing_keys_are_named_with_the_command_that_makes_them(floor: Floor) -> None:
    floor.start_command()

    code, said = floor.finish()

    assert code == 2
    assert said.count("\n") == 1
    assert "keys init" in said


def test_missing_certificates_are_named_with_the_command_that_makes_them(floor: Floor) -> None:
    floor.make_keys()
    (floor.keys / identity.HOST_FILE).unlink()
    floor.start_command()

    code, said = floor.finish()

    assert code == 2
    assert said.count("\n") == 1
    assert "keys init" in said


def test_credit_without_money_is_for_a_demo_table_only(floor: Floor) -> None:
    floor.make_keys()
    text = floor.table_file.read_text()
    floor.table_file.write_text(text.replace("demo = true", "demo = false"))
    floor.start_command("--credit", "200")

    code, said = floor.finish()

    assert code == 2
    assert said.count("\n") == 1
    assert "--credit is for a table with demo = true" in said
    assert not floor.data.exists()


def test_a_journal_under_other_rules_is_refused_and_kept(running: Floor) -> None:
    running.process.send_signal(signal.SIGTERM)
    running.finish()
    text = running.table_file.read_text()
    running.table_file.write_text(text.replace('maximum = "500.00"', 'maximum = "600.00"'))
    running.start_command()

    code, said = running.finish()

    assert code == 2
    assert said.count("\n") == 1
    assert "other rules" in said


def test_a_port_that_is_taken_is_a_fault_in_one_line(floor: Floor) -> None:
    floor.make_keys()
    with socket.create_server(("127.0.0.1", floor.port)):
        floor.start_command()
        code, said = floor.finish()

    assert code == 3
    assert said.count("\n") == 1
    assert str(floor.port) in said

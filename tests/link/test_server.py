"""The host's end: the seat comes from the certificate, and a bad station loses only itself."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from table_app.errors import BreachError, FaultError
from table_app.link import identity
from table_app.link.client import LinkUp
from table_app.link.limits import (
    MESSAGES_BURST_MAX,
    OUTGOING_MAX,
    REPLACED,
    REQUEST_BYTES_MAX,
    UNWELCOME,
)
from table_app.link.server import Connected, Disconnected, FromStation, Received
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.commands import Hit, Stand
from table_app.vocabulary.views import Answer, Welcome
from tests.link.stand_ins import INFO, TIMEOUT_S, Station, Stations, Table, hit

TOO_LONG = 1009
BIG_WELCOME = Welcome(msgspec.structs.replace(INFO, table="x" * 100_000), 1)


@pytest.fixture
def neighbour(table: Table, stations: Stations) -> Station:
    """Seat 2, connected and welcome, which whatever seat 1 does must not harm."""
    station = stations.open(table.url, seat=2)
    table.welcome()
    station.next(LinkUp)
    station.next(Welcome)
    return station


def until_disconnected(table: Table) -> Iterator[FromStation]:
    while True:
        event = table.events.get(timeout=TIMEOUT_S)
        yield event
        if isinstance(event, Disconnected):
            return


def assert_unharmed(table: Table, neighbour: Station) -> None:
    sequence = neighbour.link.send(Stand(2, 0))
    table.answer(table.receive(sequence))
    assert neighbour.next(Answer).sequence == sequence


def test_the_seat_is_that_of_the_certificate_whatever_the_command_says(
    table: Table, stations: Stations
) -> None:
    stations.raw(table.port, seat=2).send(hit(1, seat=1))
    assert table.next(Connected).seat == 2
    received = table.next(Received)
    assert received.seat == 2
    assert received.request.command == Hit(1, 0)


def test_a_message_that_is_too_long_closes_only_its_own_connection(
    table: Table, stations: Stations, neighbour: Station, caplog: pytest.LogCaptureFixture
) -> None:
    station = stations.raw(table.port)
    connected = table.next(Connected)
    station.send(b" " * (REQUEST_BYTES_MAX + 1))
    assert station.close_code() == TOO_LONG
    assert table.next(Disconnected) == Disconnected(1, connected.connection)
    assert len(caplog.records) == 1
    assert_unharmed(table, neighbour)


def test_a_message_of_the_greatest_length_is_read(table: Table, stations: Stations) -> None:
    stations.raw(table.port).send(hit(7).ljust(REQUEST_BYTES_MAX))
    table.next(Connected)
    table.receive(7)


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff\xfe",
        b"{",
        b'{"message":"request","sequence":1}',
        b'{"message":"welcome"}',
        b'{"message":"request","sequence":1,"command":{"command":"open_bets","shoe":"x"}}',
    ],
)
def test_garbage_closes_only_its_own_connection_with_one_line_in_the_log(
    table: Table,
    stations: Stations,
    neighbour: Station,
    caplog: pytest.LogCaptureFixture,
    garbage: bytes,
) -> None:
    station = stations.raw(table.port)
    connected = table.next(Connected)
    station.send(garbage, hit(1))
    assert station.close_code() == UNWELCOME
    assert table.next(Disconnected) == Disconnected(1, connected.connection)
    assert [record.message[:31] for record in caplog.records] == ["seat 1: closed by the host: mes"]
    assert_unharmed(table, neighbour)


def test_a_flood_is_cut_off_and_harms_nobody_else(
    table: Table, stations: Stations, neighbour: Station
) -> None:
    station = stations.raw(table.port)
    table.next(Connected)
    station.send(*(hit(sequence) for sequence in range(1, 401)))
    taken = [event for event in until_disconnected(table) if isinstance(event, Received)]
    assert MESSAGES_BURST_MAX <= len(taken) < 200
    assert station.close_code() in (UNWELCOME, None)
    assert_unharmed(table, neighbour)


def test_a_station_that_does_not_read_loses_only_itself(
    table: Table, stations: Stations, neighbour: Station, caplog: pytest.LogCaptureFixture
) -> None:
    stations.raw(table.port)
    slow = table.next(Connected)
    for _ in range(OUTGOING_MAX * 2):
        table.server.send(slow.connection, BIG_WELCOME)
    assert table.next(Disconnected) == Disconnected(1, slow.connection)
    assert [record.message for record in caplog.records] == [
        "seat 1: closed by the host: it does not keep up"
    ]
    assert_unharmed(table, neighbour)


def test_a_second_connection_of_a_seat_replaces_the_first(table: Table, stations: Stations) -> None:
    first = stations.raw(table.port)
    old = table.next(Connected)
    second = stations.raw(table.port)
    assert table.next(Disconnected) == Disconnected(1, old.connection)
    new = table.next(Connected)
    first.send(hit(1))
    assert first.close_code() == REPLACED
    second.send(hit(2))
    assert table.receive(2).connection == new.connection


def test_messages_go_to_the_connection_they_are_for(table: Table, stations: Stations) -> None:
    one, two = stations.raw(table.port, seat=1), None
    first = table.next(Connected)
    two = stations.raw(table.port, seat=2)
    second = table.next(Connected)
    table.server.send(second.connection, Answer(2, None))
    table.server.send(first.connection, Answer(1, None))
    assert b'"sequence":1' in one.message()
    assert b'"sequence":2' in two.message()


def test_a_message_for_a_connection_that_is_gone_is_dropped(
    table: Table, stations: Stations, neighbour: Station
) -> None:
    stations.raw(table.port).close()
    gone = table.next(Connected)
    table.next(Disconnected)
    table.server.send(gone.connection, Answer(1, None))
    assert_unharmed(table, neighbour)


def test_a_secret_cannot_be_sent(table: Table) -> None:
    shoe = Shoe(shoe_id="s", salt=b"", cards=(), commitment="c")
    with pytest.raises(BreachError, match="may never leave the host"):
        table.server.send(1, shoe)  # type: ignore[arg-type]


def test_a_port_that_is_taken_is_a_fault(keys: Path, table: Table) -> None:
    with ExitStack() as stack, pytest.raises(FaultError, match="cannot be opened"):
        Table(stack, identity.server_context(keys), port=table.port)


def test_stopping_says_goodbye_to_every_station_and_ends_the_thread(
    table: Table, stations: Stations
) -> None:
    stations.raw(table.port)
    table.next(Connected)
    table.server.stop()
    table.next(Disconnected)
    assert "stations" not in {thread.name for thread in threading.enumerate()}

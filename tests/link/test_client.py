"""A station's end: nothing asked is lost, nothing is asked twice in effect, outages are told once."""

import shutil
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from table_app.errors import BreachError, FaultError
from table_app.link import identity
from table_app.link.client import LinkLost, LinkUp, StationLink
from table_app.link.limits import INCOMING_MAX, UNANSWERED_MAX
from table_app.link.server import Connected, Disconnected
from table_app.vocabulary.commands import Hit, Stand
from table_app.vocabulary.views import Answer, Welcome
from tests.link.stand_ins import INFO, TIMEOUT_S, Station, Stations, Table

HIT = Hit(1, 0)
STAND = Stand(1, 0)


def connect(table: Table, stations: Stations, *, next_sequence: int = 1) -> tuple[Station, int]:
    station = stations.open(table.url)
    connected = table.welcome(next_sequence=next_sequence)
    station.next(LinkUp)
    station.next(Welcome)
    return station, connected.connection


def interrupt(table: Table, station: Station, connection: int) -> None:
    table.server.disconnect(connection)
    table.next(Disconnected)
    station.next(LinkLost)


def test_numbers_begin_with_the_one_that_the_host_names(table: Table, stations: Stations) -> None:
    station, _ = connect(table, stations, next_sequence=41)
    assert [station.link.send(HIT), station.link.send(STAND)] == [41, 42]
    assert table.receive(41).request.command == HIT
    assert table.receive(42).request.command == STAND


def test_an_unanswered_request_is_sent_again_and_answered_once(
    table: Table, stations: Stations
) -> None:
    station, connection = connect(table, stations)
    station.link.send(HIT)
    table.receive(1)
    interrupt(table, station, connection)
    table.welcome(next_sequence=2)
    again = table.receive(1)
    table.answer(again)
    table.answer(again)
    station.next(LinkUp)
    station.next(Welcome)
    assert station.next(Answer).sequence == 1
    table.answer(table.receive(station.link.send(STAND)))
    assert station.next(Answer).sequence == 2


def test_an_answered_request_is_not_sent_again(table: Table, stations: Stations) -> None:
    station, connection = connect(table, stations)
    table.answer(table.receive(station.link.send(HIT)))
    station.next(Answer)
    interrupt(table, station, connection)
    table.welcome(next_sequence=2)
    station.next(LinkUp)
    station.next(Welcome)
    station.link.send(STAND)
    table.receive(2)


def test_what_is_asked_during_an_outage_follows_in_order(table: Table, stations: Stations) -> None:
    station, connection = connect(table, stations)
    station.link.send(HIT)
    table.receive(1)
    interrupt(table, station, connection)
    station.link.send(HIT)
    station.link.send(STAND)
    table.welcome(next_sequence=2)
    commands = [table.receive(sequence).request.command for sequence in (1, 2, 3)]
    assert commands == [HIT, HIT, STAND]


def test_nothing_is_sent_before_the_welcome_of_a_new_connection(
    table: Table, stations: Stations
) -> None:
    station, connection = connect(table, stations)
    station.link.send(HIT)
    table.receive(1)
    interrupt(table, station, connection)
    table.next(Connected)
    station.link.send(STAND)
    # Without a welcome the station gives up and dials again, having sent nothing.
    table.next(Disconnected)


def test_numbers_never_go_back_when_the_host_has_forgotten_some(
    keys: Path, stations: Stations
) -> None:
    with ExitStack() as first_life:
        table = Table(first_life, identity.server_context(keys))
        station, _ = connect(table, stations, next_sequence=5)
        table.answer(table.receive(station.link.send(HIT)))
        station.next(Answer)
        station.link.send(STAND)
        table.receive(6)
    station.next(LinkLost)
    with ExitStack() as second_life:
        reborn = Table(second_life, identity.server_context(keys), port=table.port)
        reborn.welcome(next_sequence=3)
        reborn.answer(reborn.receive(6))
        station.next(LinkUp)
        station.next(Welcome)
        assert station.next(Answer).sequence == 6
        assert station.link.send(HIT) == 7
        reborn.receive(7)


def test_a_host_that_is_not_there_is_told_once_and_waited_for(
    keys: Path, stations: Stations
) -> None:
    with ExitStack() as stack:
        port = Table(stack, identity.server_context(keys)).port
    station = stations.open(f"wss://127.0.0.1:{port}/")
    station.next(LinkLost)
    with ExitStack() as stack:
        Table(stack, identity.server_context(keys), port=port).welcome()
        station.next(LinkUp)
        station.next(Welcome)


def test_a_host_that_falls_silent_is_noticed_within_about_three_seconds(
    table: Table, stations: Stations
) -> None:
    station, _ = connect(table, stations)
    is_awake = threading.Event()
    began_s = time.monotonic()
    table.server._loop.call_soon_threadsafe(is_awake.wait)
    station.next(LinkLost)
    silent_s = time.monotonic() - began_s
    is_awake.set()
    assert silent_s < 4


def test_a_replaced_station_says_why_and_does_not_push_back_at_once(
    table: Table, stations: Stations
) -> None:
    station, _ = connect(table, stations)
    stations.raw(table.port)
    table.next(Disconnected)
    table.next(Connected)
    assert station.next(LinkLost).reason == "another station took this seat"
    assert table.events.empty()


def test_asking_before_the_first_welcome_is_a_breach(table: Table, stations: Stations) -> None:
    station = stations.open(table.url)
    with pytest.raises(BreachError, match="before the host's welcome"):
        station.link.send(HIT)


def test_a_host_that_answers_nothing_is_asked_only_so_often(
    table: Table, stations: Stations
) -> None:
    station, _ = connect(table, stations)
    for _ in range(UNANSWERED_MAX):
        station.link.send(HIT)
    with pytest.raises(FaultError, match="has not answered 64 requests"):
        station.link.send(HIT)


def test_as_many_requests_as_may_be_open_survive_an_outage(
    table: Table, stations: Stations
) -> None:
    station, connection = connect(table, stations)
    interrupt(table, station, connection)
    for _ in range(UNANSWERED_MAX):
        station.link.send(HIT)
    table.welcome()
    for sequence in range(1, UNANSWERED_MAX + 1):
        table.receive(sequence)


def test_a_screen_that_polls_late_still_gets_every_message_in_order(
    keys: Path, table: Table
) -> None:
    arrived = threading.Semaphore(0)
    link = StationLink(table.url, identity.client_context(keys, seat=1), arrived.release)
    link.start()
    connection = table.welcome().connection
    for number in range(2, INCOMING_MAX):
        table.server.send(connection, Welcome(INFO, number))
    assert all(arrived.acquire(timeout=TIMEOUT_S) for _ in range(INCOMING_MAX))
    for number in range(INCOMING_MAX, INCOMING_MAX + 50):
        table.server.send(connection, Welcome(INFO, number))
    messages = link.poll()
    assert all(arrived.acquire(timeout=TIMEOUT_S) for _ in range(50))
    messages += link.poll()
    link.close()
    numbers = [each.next_sequence for each in messages if isinstance(each, Welcome)]
    assert numbers == list(range(1, INCOMING_MAX + 50))


def test_a_station_that_the_host_refuses_is_told_what_to_look_for(
    keys: Path, foreign_keys: Path, table: Table, stations: Stations, tmp_path: Path
) -> None:
    for file in ("seat_1.pem", "seat_1_key.pem"):
        shutil.copy(foreign_keys / file, tmp_path)
    shutil.copy(keys / "authority.pem", tmp_path)
    lost = stations.open(table.url, keys=tmp_path).next(LinkLost)
    assert "is this station enrolled" in lost.reason

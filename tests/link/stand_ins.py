"""The other end of whatever a test looks at: a table without rules, a station without a screen."""

import queue
import socket
import ssl
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar

from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.uri import parse_uri

from table_app.link import identity
from table_app.link.client import FromHost, StationLink
from table_app.link.server import Connected, FromStation, Received, StationServer
from table_app.vocabulary.codec import encode_message
from table_app.vocabulary.commands import Hit
from table_app.vocabulary.views import (
    Answer,
    JurisdictionInfo,
    LegalTexts,
    Request,
    TableInfo,
    Welcome,
)

TIMEOUT_S = 5.0
T = TypeVar("T")

INFO = TableInfo(
    table="test",
    seat=1,
    seats=7,
    is_demo=True,
    decks=8,
    chips_cents=(100, 500),
    wagers=(),
    blackjack_pays=(3, 2),
    insurance_pays=(2, 1),
    dealer_hits_soft_17=False,
    demo_credit_cents=20_000,
    jurisdiction=JurisdictionInfo("", (LegalTexts("en", "", ""),), ("normal",)),
)


class Table:
    """A server whose events a test takes one by one."""

    def __init__(self, stack: ExitStack, context: ssl.SSLContext, *, port: int = 0) -> None:
        self.events: queue.Queue[FromStation] = queue.Queue()
        self.server = StationServer(
            host="127.0.0.1", port=port, context=context, deliver=self.events.put
        )
        self.port = self.server.start()
        self.url = f"wss://127.0.0.1:{self.port}/"
        stack.callback(self.server.stop)

    def next(self, kind: type[T]) -> T:
        """The next event, which must be of this kind."""
        event = self.events.get(timeout=TIMEOUT_S)
        assert isinstance(event, kind), event
        return event

    def welcome(self, *, next_sequence: int = 1) -> Connected:
        """Wait for a station and welcome it."""
        connected = self.next(Connected)
        self.server.send(connected.connection, Welcome(INFO, next_sequence))
        return connected

    def receive(self, sequence: int) -> Received:
        """The next event, which must be the request of this number."""
        received = self.next(Received)
        assert received.request.sequence == sequence
        return received

    def answer(self, received: Received) -> None:
        """Take the request."""
        self.server.send(received.connection, Answer(received.request.sequence, None))


class Station:
    """A link whose messages a test takes one by one."""

    def __init__(self, url: str, context: ssl.SSLContext) -> None:
        self._has_message = threading.Event()
        self._messages: list[FromHost] = []
        self.link = StationLink(url, context, self._has_message.set)
        self.link.start()

    def next(self, kind: type[T]) -> T:
        """The next message, which must be of this kind."""
        while not self._messages:
            assert self._has_message.wait(TIMEOUT_S), f"no {kind.__name__}"
            self._has_message.clear()
            self._messages = self.link.poll()
        message = self._messages.pop(0)
        assert isinstance(message, kind), message
        return message


class RawStation:
    """A connection of one thread that sends what it is told and reads only when it is told."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.settimeout(TIMEOUT_S)
        try:
            plain.connect(("127.0.0.1", port))
            self._socket = context.wrap_socket(plain, server_hostname=identity.HOST_NAME)
        except BaseException:
            plain.close()
            raise
        self._protocol = ClientProtocol(parse_uri(f"wss://127.0.0.1:{port}/"))

    def open(self) -> None:
        """The opening handshake; raises what TLS raises when the server wants none of us."""
        self._protocol.send_request(self._protocol.connect())
        self._flush()
        while self._protocol.state is State.CONNECTING:
            self._feed()
        assert self._protocol.handshake_exc is None

    def send(self, *messages: bytes) -> None:
        """Send messages at once; a server that has closed is no error here."""
        for message in messages:
            self._protocol.send_binary(message)
        with suppress(ConnectionError, ssl.SSLError):
            self._flush()

    def close_code(self) -> int | None:
        """Read until the end and say with which code the server closed."""
        with suppress(ConnectionError):
            while not self._protocol.eof_sent and self._protocol.close_rcvd is None:
                self._feed()
        received = self._protocol.close_rcvd
        return None if received is None else int(received.code)

    def message(self) -> bytes:
        """The next message, bytes."""
        while True:
            for event in self._protocol.events_received():
                if isinstance(event, Frame) and event.data:
                    return bytes(event.data)
            self._feed()

    def close(self) -> None:
        self._socket.close()

    def _feed(self) -> None:
        received = self._socket.recv(65_536)
        if not received:
            raise ConnectionResetError("the server hung up")
        self._protocol.receive_data(received)

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._socket.sendall(data)


class Stations:
    """Opens stations with the right certificates and closes them when the test is over."""

    def __init__(self, stack: ExitStack, keys: Path) -> None:
        self._stack = stack
        self._keys = keys

    def open(self, url: str, *, seat: int = 1, keys: Path | None = None) -> Station:
        """A link that keeps itself connected."""
        station = Station(url, identity.client_context(keys or self._keys, seat=seat))
        self._stack.callback(station.link.close)
        return station

    def raw(self, port: int, *, seat: int = 1) -> RawStation:
        """An open connection without any manners."""
        station = self.raw_with(port, identity.client_context(self._keys, seat=seat))
        station.open()
        return station

    def raw_with(self, port: int, context: ssl.SSLContext) -> RawStation:
        """A connection that is not open yet, with any certificate or none."""
        station = RawStation(port, context)
        self._stack.callback(station.close)
        return station


def hit(sequence: int, *, seat: int = 1) -> bytes:
    """A request as it travels."""
    return encode_message(Request(sequence, Hit(seat, 0)))

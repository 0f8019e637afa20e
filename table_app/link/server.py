"""The host's end of the link: one thread that carries messages between stations and the table.

It knows seats and bytes, no rule. The seat is what the station's certificate says. Whatever one
station does - flood, garbage, silence - costs that station its connection and nobody else theirs.
"""

import asyncio
import logging
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from table_app.errors import BadInputError, FaultError
from table_app.link.identity import seat_of
from table_app.link.limits import (
    CLOSE_TIMEOUT_S,
    HOST_PING_S,
    HOST_PONG_S,
    MESSAGES_BURST_MAX,
    MESSAGES_PER_SECOND_MAX,
    OPEN_TIMEOUT_S,
    OUTGOING_MAX,
    REPLACED,
    REQUEST_BYTES_MAX,
    UNWELCOME,
)
from table_app.vocabulary.codec import decode_request, encode_message
from table_app.vocabulary.views import Request, ToStation

log = logging.getLogger(__name__)


class Connected(Struct, frozen=True):
    """A station of this seat is there; the table says Welcome."""

    seat: int
    connection: int


class Received(Struct, frozen=True):
    """A well-formed request. Its sequence number and its command's seat are not checked yet."""

    seat: int
    connection: int
    request: Request


class Disconnected(Struct, frozen=True):
    """That connection is gone; comes once for each Connected."""

    seat: int
    connection: int


FromStation = Connected | Received | Disconnected


class StationServer:
    """Serves stations from a thread of its own.

    `deliver` is called in that thread, in order, and must neither block nor raise: a queue's `put`.
    After Disconnected nothing more comes from that connection.
    """

    def __init__(
        self,
        *,
        host: str,
        port: int,
        context: ssl.SSLContext,
        deliver: Callable[[FromStation], None],
    ) -> None:
        self._host = host
        self._port = port
        self._context = context
        self._deliver = deliver
        self._thread = threading.Thread(target=self._run, name="stations", daemon=True)
        self._is_open = threading.Event()
        self._problem: Exception | None = None
        self._stations: dict[int, _Station] = {}
        self._rates: dict[int, _Rate] = {}
        self._connections = 0

    def start(self) -> int:
        """Open the socket and return its port; raises FaultError if it cannot be had."""
        self._thread.start()
        self._is_open.wait()
        if self._problem is not None:
            self._thread.join()
            raise FaultError(f"{self._host}:{self._port} cannot be opened: {self._problem}")
        return self._port

    def stop(self) -> None:
        """Close every connection and the socket, and wait for the thread's end."""
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self._is_stopping.set)
        self._thread.join()

    def send(self, connection: int, message: ToStation) -> None:
        """Queue a message, from any thread; one for a connection that is gone is dropped."""
        self._hand_over(self._enqueue, connection, encode_message(message))

    def disconnect(self, connection: int) -> None:
        """Close a connection, from any thread; Disconnected follows."""
        self._hand_over(self._drop, connection)

    def _hand_over(self, action: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has ended: every connection is gone
            self._loop.call_soon_threadsafe(action, *arguments)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._is_stopping = asyncio.Event()
        try:
            server = await self._open()
        except (OSError, OverflowError, UnicodeError) as error:
            self._problem = error
            return
        finally:
            self._is_open.set()
        await self._is_stopping.wait()
        server.close()
        await server.wait_closed()

    async def _open(self) -> Server:
        server = await serve(
            self._converse,
            self._host,
            self._port,
            ssl=self._context,
            compression=None,
            open_timeout=OPEN_TIMEOUT_S,
            close_timeout=CLOSE_TIMEOUT_S,
            ping_interval=HOST_PING_S,
            ping_timeout=HOST_PONG_S,
            max_size=REQUEST_BYTES_MAX,
            logger=_library_log(),
        )
        self._port = server.sockets[0].getsockname()[1]
        return server

    async def _converse(self, websocket: ServerConnection) -> None:
        try:
            seat = seat_of(websocket.transport.get_extra_info("ssl_object").getpeercert(True))
        except BadInputError as error:
            log.warning("a station was refused: %s", error)
            await websocket.close(UNWELCOME)
            return
        station = self._admit(seat, websocket)
        writing = asyncio.create_task(station.write())
        try:
            await self._read(station)
        finally:
            writing.cancel()
            self._leave(station)

    def _admit(self, seat: int, websocket: ServerConnection) -> "_Station":
        """Take a connection in; an older one of the same seat has to go."""
        for older in [each for each in self._stations.values() if each.seat == seat]:
            log.warning("seat %d: connected again, the older connection is closed", seat)
            self._leave(older)
            older.close_later(REPLACED)
        self._connections += 1
        station = _Station(seat, self._connections, websocket)
        self._stations[station.connection] = station
        log.info("seat %d: connected", seat)
        self._deliver(Connected(seat, station.connection))
        return station

    def _leave(self, station: "_Station") -> None:
        if self._stations.pop(station.connection, None) is not None:
            log.info("seat %d: disconnected", station.seat)
            self._deliver(Disconnected(station.seat, station.connection))

    async def _read(self, station: "_Station") -> None:
        rate = self._rates.setdefault(station.seat, _Rate(self._loop.time()))
        try:
            while True:
                received = await station.websocket.recv(decode=False)
                rate.spend(self._loop.time())
                request = decode_request(received)
                if station.connection in self._stations:
                    self._deliver(Received(station.seat, station.connection, request))
        except ConnectionClosed as closed:
            # A reason means that the library closed: a message too long, a ping not answered.
            if closed.sent is not None and closed.sent.reason and not closed.rcvd_then_sent:
                log.warning("seat %d: closed by the host: %s", station.seat, closed.sent.reason)
        except BadInputError as error:
            log.warning("seat %d: closed by the host: %s", station.seat, error)
            self._leave(station)
            await station.websocket.close(UNWELCOME)

    def _enqueue(self, connection: int, encoded: bytes) -> None:
        station = self._stations.get(connection)
        if station is None:
            return
        try:
            station.outgoing.put_nowait(encoded)
        except asyncio.QueueFull:
            log.warning("seat %d: closed by the host: it does not keep up", station.seat)
            self._drop(connection)

    def _drop(self, connection: int) -> None:
        station = self._stations.get(connection)
        if station is not None:
            self._leave(station)
            # No closing handshake: nothing gets through to a station that does not read.
            station.websocket.transport.abort()


class _Station:
    """One connection of one seat and what still waits to go out on it."""

    def __init__(self, seat: int, connection: int, websocket: ServerConnection) -> None:
        self.seat = seat
        self.connection = connection
        self.websocket = websocket
        self.outgoing: asyncio.Queue[bytes] = asyncio.Queue(OUTGOING_MAX)
        self._closing: asyncio.Task[None] | None = None

    async def write(self) -> None:
        """Send what is queued, at the station's own pace, until the connection ends."""
        with suppress(ConnectionClosed):
            while True:
                await self.websocket.send(await self.outgoing.get())

    def close_later(self, code: int) -> None:
        """Begin to close without waiting; the task is kept so that it is not lost."""
        self._closing = asyncio.create_task(self.websocket.close(code))


class _Rate:
    """A seat's bucket of tokens: one goes with each message, and they come back steadily.

    It outlives connections, for a new one would else be a new bucket.
    """

    def __init__(self, now_s: float) -> None:
        self._tokens = float(MESSAGES_BURST_MAX)
        self._counted_s = now_s

    def spend(self, now_s: float) -> None:
        """Count one message; raises BadInputError when there are too many."""
        earned = (now_s - self._counted_s) * MESSAGES_PER_SECOND_MAX
        self._tokens = min(self._tokens + earned, MESSAGES_BURST_MAX)
        self._counted_s = now_s
        if self._tokens < 1:
            raise BadInputError("too many messages")
        self._tokens -= 1


def _library_log() -> logging.Logger:
    """The library's own lines, only where they are warnings: this file tells the rest."""
    library = log.getChild("websockets")
    library.setLevel(logging.WARNING)
    return library

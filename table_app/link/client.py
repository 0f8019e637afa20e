"""A station's end of the link: requests out, messages in, and patience in between.

A request is kept until it is answered and sent again after each reconnection, under its old number,
which the host answers once and for all. So a touch is never lost and never counted twice.

The socket thread runs asyncio and not blocking sockets: OpenSSL forbids that one thread reads a
connection while another writes to it.
"""

import asyncio
import logging
import ssl
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from table_app.errors import BadInputError, BreachError, FaultError
from table_app.link.identity import HOST_NAME
from table_app.link.limits import (
    CLOSE_TIMEOUT_S,
    INCOMING_MAX,
    OPEN_TIMEOUT_S,
    RECONNECT_FIRST_S,
    RECONNECT_MAX_S,
    REPLACED,
    STATION_PING_S,
    STATION_PONG_S,
    UNANSWERED_MAX,
    UPDATE_BYTES_MAX,
)
from table_app.vocabulary.codec import decode_to_station, encode_message
from table_app.vocabulary.commands import PlayerCommand
from table_app.vocabulary.views import Answer, Request, ToStation, Welcome

log = logging.getLogger(__name__)


class LinkUp(Struct, frozen=True):
    """The host has welcomed this station; its Welcome is the next message."""


class LinkLost(Struct, frozen=True):
    """There is no host. Comes once for each outage, also for one at the start."""

    reason: str


FromHost = ToStation | LinkUp | LinkLost


class StationLink:
    """Keeps a station connected for ever, from `start` to `close`.

    `on_message` is called in the socket thread when `poll` has something new to give; it must
    neither block nor raise.
    """

    def __init__(self, url: str, context: ssl.SSLContext, on_message: Callable[[], None]) -> None:
        self._url = url
        self._context = context
        self._on_message = on_message
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._is_running = threading.Event()
        self._requests = _Requests()
        self._incoming: deque[FromHost] = deque()
        self._is_lost = False
        self._was_replaced = False

    def start(self) -> None:
        """Begin to connect; returns at once."""
        self._thread.start()
        self._is_running.wait()

    def close(self) -> None:
        """Disconnect and wait for the thread's end; unanswered requests are given up."""
        self._in_loop(self._task.cancel)
        self._thread.join()

    def send(self, command: PlayerCommand) -> int:
        """Ask the host; returns the request's sequence number, which its Answer carries.

        Raises FaultError while 64 requests are unanswered, BreachError before the first Welcome.
        """
        sequence = self._requests.add(command)
        self._in_loop(self._has_requests.set)
        return sequence

    def poll(self) -> list[FromHost]:
        """Everything that has come since the last call, oldest first; never waits."""
        messages = []
        with suppress(IndexError):
            while True:
                messages.append(self._incoming.popleft())
        if messages:
            self._in_loop(self._has_room.set)
        return messages

    def _in_loop(self, action: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop has ended: the link is closed
            self._loop.call_soon_threadsafe(action)

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._stay_connected())

    async def _stay_connected(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task() or _no_task()
        self._has_requests = asyncio.Event()
        self._has_room = asyncio.Event()
        self._is_running.set()
        delay_s = RECONNECT_FIRST_S
        while True:
            if await self._visit():
                delay_s = RECONNECT_FIRST_S
            # Two stations of one seat would else push each other out five times a second.
            await asyncio.sleep(RECONNECT_MAX_S if self._was_replaced else delay_s)
            delay_s = min(2 * delay_s, RECONNECT_MAX_S)

    async def _visit(self) -> bool:
        """Connect once and stay while it lasts; true if the host said Welcome."""
        is_welcome = False
        self._was_replaced = False
        try:
            async with self._connection() as websocket:
                welcome = await asyncio.wait_for(_first(websocket), OPEN_TIMEOUT_S)
                is_welcome = True
                await self._begin(welcome)
                await self._converse(websocket)
        except ConnectionClosed as closed:
            self._was_replaced = closed.rcvd is not None and closed.rcvd.code == REPLACED
            await self._lose(
                "another station took this seat" if self._was_replaced else str(closed)
            )
        except (InvalidHandshake, ConnectionResetError) as error:
            # What a host that does not know our certificate looks like from here.
            await self._lose(f"{error}; is this station enrolled at this host?")
        except (OSError, WebSocketException, BadInputError) as error:
            await self._lose(str(error) or type(error).__name__)
        return is_welcome

    def _connection(self) -> connect:
        return connect(
            self._url,
            ssl=self._context,
            server_hostname=HOST_NAME,
            compression=None,
            proxy=None,
            open_timeout=OPEN_TIMEOUT_S,
            close_timeout=CLOSE_TIMEOUT_S,
            ping_interval=STATION_PING_S,
            ping_timeout=STATION_PONG_S,
            max_size=UPDATE_BYTES_MAX,
        )

    async def _begin(self, welcome: Welcome) -> None:
        self._requests.continue_from(welcome.next_sequence)
        self._is_lost = False
        log.info("the host is there")
        await self._queue(LinkUp())
        await self._queue(welcome)

    async def _converse(self, websocket: ClientConnection) -> None:
        writing = asyncio.create_task(self._write(websocket))
        try:
            while True:
                message = decode_to_station(await websocket.recv(decode=False))
                # The answer to a request that was answered before the link broke comes again.
                if not isinstance(message, Answer) or self._requests.settle(message.sequence):
                    await self._queue(message)
        finally:
            writing.cancel()

    async def _write(self, websocket: ClientConnection) -> None:
        """Send every unanswered request once on this connection, oldest first."""
        last = 0
        with suppress(ConnectionClosed):
            while True:
                self._has_requests.clear()
                for sequence, encoded in self._requests.after(last):
                    await websocket.send(encoded)
                    last = sequence
                await self._has_requests.wait()

    async def _lose(self, reason: str) -> None:
        if not self._is_lost:
            self._is_lost = True
            log.warning("the host is not there: %s", reason)
            await self._queue(LinkLost(reason))

    async def _queue(self, message: FromHost) -> None:
        """Hand over to `poll`; while that is full, read nothing more from the socket."""
        while len(self._incoming) >= INCOMING_MAX:
            self._has_room.clear()
            await self._has_room.wait()
        self._incoming.append(message)
        self._on_message()


async def _first(websocket: ClientConnection) -> Welcome:
    message = decode_to_station(await websocket.recv(decode=False))
    if not isinstance(message, Welcome):
        raise BadInputError("the host did not begin with a welcome")
    return message


def _no_task() -> asyncio.Task[None]:
    raise BreachError("the link runs in no task")


class _Requests:
    """Numbers requests and keeps them until they are answered. Used by both threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next: int | None = None
        self._unanswered: dict[int, bytes] = {}

    def continue_from(self, host_next: int) -> None:
        """Take the host's next number, unless ours is ahead: a host that crashed may have
        forgotten numbers that this station has used, and a number never means two commands.
        """
        with self._lock:
            self._next = max(self._next or 1, host_next)

    def add(self, command: PlayerCommand) -> int:
        with self._lock:
            if self._next is None:
                raise BreachError("nothing can be asked before the host's welcome")
            if len(self._unanswered) >= UNANSWERED_MAX:
                raise FaultError(f"the host has not answered {UNANSWERED_MAX} requests")
            sequence = self._next
            self._next += 1
            self._unanswered[sequence] = encode_message(Request(sequence, command))
            return sequence

    def after(self, sequence: int) -> list[tuple[int, bytes]]:
        with self._lock:
            return [item for item in self._unanswered.items() if item[0] > sequence]

    def settle(self, sequence: int) -> bool:
        """True if that request was still unanswered."""
        with self._lock:
            return self._unanswered.pop(sequence, None) is not None

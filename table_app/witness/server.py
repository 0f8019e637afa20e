"""The witness over HTTP: `POST /add-checkpoint`, and one line for everything else."""

import socket
import threading
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from table_app.errors import FaultError
from table_app.store.add_checkpoint import PATH
from table_app.witness.service import TEXT, Answer, WitnessService

BODY_BYTES_MAX = 128 * 1024
"""16 signatures of the largest kind that the format knows, some 5 kB each, fit in."""

HEADER_BYTES_MAX = 8 * 1024
CONNECTIONS_MAX = 100
CONNECTION_S_MAX = 60
"""A connection is closed after so long, however slowly its client goes on sending."""

IDLE_S_MAX = 15
CLEANUP_S = 5
THREADS = 2
"""One answers, one turns other people's errors away; a request takes neither until it is whole."""

Environ = dict[str, Any]
StartResponse = Callable[[str, list[tuple[str, str]]], object]


class WitnessServer:
    """Serves one desk from threads of its own."""

    def __init__(self, service: WitnessService, *, address: str, port: int) -> None:
        self._service = service
        self._where = (address, port)
        self._thread = threading.Thread(target=self._run, name="witness", daemon=True)

    def start(self) -> int:
        """Open the socket and return its port; raises FaultError if it cannot be had."""
        address, port = self._where
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        try:
            opened = socket.create_server(self._where, family=family)
        except (OSError, OverflowError, UnicodeError) as error:
            raise FaultError(f"{address}:{port} cannot be opened: {error}") from error
        self._server = _Server(
            self._application,
            _sock=opened,
            adj=_adjustments(opened),
            sockinfo=(opened.family, opened.type, opened.proto, opened.getsockname()),
            bind_socket=False,
        )
        self._thread.start()
        bound: int = opened.getsockname()[1]
        return bound

    def stop(self) -> None:
        """Finish the answers under way, close everything, and wait for the threads' end."""
        self._server.task_dispatcher.shutdown()
        self._server.trigger.pull_trigger(self._close)
        self._thread.join()

    def _run(self) -> None:
        self._server.run()

    def _close(self) -> None:
        # Its loop ends when its map is empty.
        wasyncore.close_all(self._server._map)  # noqa: SLF001 - as its own MultiSocketServer does

    def _application(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        answer = self._answer(environ)
        body = answer.body.encode()
        headers = [("Content-Type", answer.content_type), ("Content-Length", str(len(body)))]
        if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
            headers.append(("Allow", "POST"))
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", headers)
        return [body]

    def _answer(self, environ: Environ) -> Answer:
        if environ["PATH_INFO"] != PATH:
            return Answer(HTTPStatus.NOT_FOUND, TEXT, f"a witness answers {PATH} only\n")
        if environ["REQUEST_METHOD"] != "POST":
            return Answer(HTTPStatus.METHOD_NOT_ALLOWED, TEXT, "POST a checkpoint here\n")
        return self._service.answer(environ["wsgi.input"].read(), who=environ["REMOTE_ADDR"])


def _adjustments(opened: socket.socket) -> Adjustments:
    return Adjustments(
        sockets=[opened],
        threads=THREADS,
        connection_limit=CONNECTIONS_MAX,
        max_request_body_size=BODY_BYTES_MAX,
        max_request_header_size=HEADER_BYTES_MAX,
        # No more than a request's own bytes are buffered, and never on disk.
        inbuf_overflow=2 * BODY_BYTES_MAX,
        channel_timeout=IDLE_S_MAX,
        cleanup_interval=CLEANUP_S,
        log_socket_errors=False,
        ident=None,
    )


class _Server(TcpWSGIServer):  # type: ignore[misc]  # waitress comes without types
    """Waitress, with an end for clients that send a byte now and then for ever."""

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in self.active_channels.values():
            if not channel.requests and channel.creation_time < now - CONNECTION_S_MAX:
                channel.will_close = True

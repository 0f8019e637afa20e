"""The witness process: a folder, the logs it cosigns, and a server until it is asked to end."""

import queue
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from table_app.ending import stop_on_request
from table_app.errors import BadInputError, StoreError
from table_app.witness.folder import WitnessFolder
from table_app.witness.logs import read_logs
from table_app.witness.server import WitnessServer
from table_app.witness.service import WitnessService


class WitnessOptions(Struct, frozen=True):
    """Where a witness lives and listens, and whose heads it cosigns."""

    data: Path
    logs: tuple[str, ...]
    name: str | None
    address: str
    port: int
    stops_with_stdin: bool


def run_witness(options: WitnessOptions, ready: Callable[[int], None]) -> None:
    """Answer until SIGTERM, SIGINT or, if asked, the end of standard input.

    `ready` is called with the port once logs may ask. Raises StoreError when its disk fails.
    """
    if not options.address:
        raise BadInputError("--address: empty means every interface; name one, such as 127.0.0.1")
    logs = read_logs(options.logs)
    ends: queue.SimpleQueue[StoreError | None] = queue.SimpleQueue()
    stop_on_request(lambda: ends.put(None), with_stdin=options.stops_with_stdin)
    with WitnessFolder(options.data, name=options.name) as folder:
        service = WitnessService(folder, logs, now_s=lambda: int(time.time()), failed=ends.put)
        server = WitnessServer(service, address=options.address, port=options.port)
        ready(server.start())
        try:
            failure = ends.get()
        finally:
            server.stop()
    if failure is not None:
        raise failure

"""A table's database that is witnessed, and witnesses: a real one, and strangers that say anything."""

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from table_app.host.witness_call import WitnessCall, WitnessPlace, witness_place
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.store.reader import Reader
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.commands import ExpireTime
from table_app.vocabulary.facts import TimeExpired
from tests.store.histories import new_store
from tests.witness import log_by_hand as hand
from tests.witness.witnesses import ServiceOnDisk, serving

_ENTRY = Entry(None, ExpireTime(1), (TimeExpired(1),))


class WitnessedLog:
    """A database that can be copied, put back and grown otherwise."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        store, self.keys = new_store(folder)
        store.close()
        self.path = folder / "table.sqlite3"

    def grow(self, count: int, *, time_ms: int = 1) -> None:
        """Append sealed entries; another time makes other leaves."""
        with Store.open(self.path, self.keys) as store:
            for _ in range(count):
                store.append(_ENTRY, (), time_ms=time_ms, seal=True)

    def copy(self) -> Path:
        return Path(shutil.copy(self.path, self.folder / "copy"))

    def put_back(self, copy: Path) -> None:
        shutil.copy(copy, self.path)

    def call(self, place: WitnessPlace) -> WitnessCall:
        """A call as a host makes it that has just started."""
        return WitnessCall(place, self.reader())

    def reader(self) -> Reader:
        return Reader(self.path, self.keys)


class RealWitness:
    """The real witness on a port, and what a table needs to know of it."""

    def __init__(self, service: ServiceOnDisk, port: int) -> None:
        self.service = service
        self.port = port
        self.place = witness_place(f"http://127.0.0.1:{port}/", service.public_line)


@contextmanager
def real_witness(folder: Path, keys: StoreKeys) -> Iterator[RealWitness]:
    service = ServiceOnDisk(folder / "witness", keys.public_key_line(), now_s=int(time.time()))
    try:
        with serving(service.service) as port:
            yield RealWitness(service, port)
    finally:
        service.close()


@contextmanager
def stranger(*answers: bytes, then_hang: bool = False) -> Iterator[WitnessPlace]:
    """Something on a port that gives each connection the next answer, whatever it is asked."""
    done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer_all() -> None:
            for answer in answers:
                with suppress(OSError), server.accept()[0] as connection:
                    connection.sendall(answer)
                    done.wait(10 if then_hang else 0)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass

        thread = threading.Thread(target=answer_all, daemon=True)
        thread.start()
        yield stranger_place(server.getsockname()[1])
        done.set()
        server.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def stranger_place(port: int) -> WitnessPlace:
    line = hand.public_line("witness.example/w1", hand.OTHER_KEY, kind=b"\x04")
    return witness_place(f"http://127.0.0.1:{port}", line)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def http(status: int, body: str = "", content_type: str = "text/plain") -> bytes:
    raw = body.encode()
    head = f"HTTP/1.1 {status} x\r\nContent-Type: {content_type}\r\nContent-Length: {len(raw)}"
    return f"{head}\r\n\r\n".encode() + raw

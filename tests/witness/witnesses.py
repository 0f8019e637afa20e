"""Witnesses for tests: a service in this process, with a clock that stands still."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table_app.witness.folder import WitnessFolder
from table_app.witness.logs import read_logs
from table_app.witness.server import WitnessServer
from table_app.witness.service import Answer, WitnessService
from tests.witness import log_by_hand as hand

NOW_S = 1_790_000_000
LOG_LINE = hand.public_line(hand.ORIGIN, hand.KEY)
WHO = "192.0.2.7"


class ServiceOnDisk:
    """A witness of one folder that can be started again."""

    def __init__(self, path: Path, *log_lines: str, now_s: int = NOW_S) -> None:
        self.path = path
        self.failures: list[Exception] = []
        self.now_s = now_s
        self._log_lines = log_lines or (LOG_LINE,)
        self._open()

    def _open(self) -> None:
        self.folder = WitnessFolder(self.path, name="witness.example/w1")
        self.service = WitnessService(
            self.folder,
            read_logs(self._log_lines),
            now_s=lambda: self.now_s,
            failed=self.failures.append,
        )

    @property
    def public_line(self) -> str:
        return (self.path / "witness.pub").read_text()

    def ask(self, body: bytes) -> Answer:
        return self.service.answer(body, who=WHO)

    def restart(self) -> None:
        self.close()
        self._open()

    def close(self) -> None:
        self.folder.close()


@contextmanager
def serving(service: WitnessService) -> Iterator[int]:
    """The port of a server for this service."""
    server = WitnessServer(service, address="127.0.0.1", port=0)
    port = server.start()
    try:
        yield port
    finally:
        server.stop()

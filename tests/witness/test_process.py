"""The witness as an operator starts it: what it prints, when it refuses, and how it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, RemoteDisconnected
from pathlib import Path

import pytest

from tests.witness import log_by_hand as hand
from tests.witness.witnesses import LOG_LINE

ROOT = Path(__file__).resolve().parents[2]
DEADLINE_S = 20
LEAVES = (b"a", b"b", b"c")
Process = subprocess.Popen[str]
Start = Callable[..., Process]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a module of Python; whatever still runs at the end of the test is killed."""
    with ExitStack() as started:

        def run(*arguments: str | Path) -> Process:
            process = started.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", *map(str, arguments)],
                    cwd=ROOT,
                    env=os.environ | {"PYTHONPATH": str(ROOT)},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
            started.callback(process.kill)
            return process

        yield run


def ready_port(process: Process) -> int:
    assert process.stdout is not None
    word, port = process.stdout.readline().split()
    assert word == "ready"
    return int(port)


def finish(process: Process) -> tuple[int, str]:
    _, said = process.communicate(timeout=DEADLINE_S)
    return process.returncode, said


def asked(port: int, body: bytes) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=DEADLINE_S)
    connection.request("POST", "/add-checkpoint", body)
    response = connection.getresponse()
    said = response.read().decode()
    connection.close()
    return response.status, said


def test_a_witness_cosigns_and_ends_well_when_asked(start: Start, tmp_path: Path) -> None:
    key_file = tmp_path / "table.pub"
    key_file.write_text(f"{LOG_LINE}\n")
    witness = start(
        *("table_app", "witness", "--data", tmp_path / "w", "--log", key_file, "--port", "0")
    )
    port = ready_port(witness)

    status, line = asked(port, hand.request(0, LEAVES))
    witness.send_signal(signal.SIGTERM)

    assert finish(witness) == (0, "")
    assert status == 200
    public_line = (tmp_path / "w" / "witness.pub").read_text()
    hand.check_cosignature(line, hand.head_text(LEAVES), public_line)


def test_a_second_witness_is_refused_and_the_first_ends_with_its_input(
    start: Start, tmp_path: Path
) -> None:
    command = ("table_app", "witness", "--data", tmp_path, "--log", LOG_LINE, "--port", "0")
    first = start(*command, "--stop-with-stdin")
    ready_port(first)

    code, said = finish(start(*command))

    assert code == 2
    assert said.count("\n") == 1
    assert "in use by another witness" in said
    assert first.stdin is not None
    first.stdin.close()
    assert first.wait(DEADLINE_S) == 0


def test_a_log_that_is_neither_line_nor_file_is_named(start: Start, tmp_path: Path) -> None:
    code, said = finish(start("table_app", "witness", "--data", tmp_path, "--log", "no-such"))

    assert code == 2
    assert said.count("\n") == 1
    assert "'no-such' is neither a key line nor a file" in said


def test_a_disk_that_takes_nothing_ends_the_witness(start: Start, tmp_path: Path) -> None:
    command = ("table_app", "witness", "--data", tmp_path, "--log", LOG_LINE, "--port", "0")
    witness = start(*command)
    port = ready_port(witness)
    (tmp_path / "witness_memory.json.new").mkdir()

    status, _ = asked(port, hand.request(0, LEAVES))
    code, said = finish(witness)

    assert (status, code) == (500, 3)
    assert said.count("\n") == 1
    assert "witness_memory.json could not be written" in said


def test_a_request_whose_answer_was_lost_in_a_kill_gets_its_cosignature(
    start: Start, tmp_path: Path
) -> None:
    killed = start("tests.witness.killing_witness", tmp_path, LOG_LINE, "2")
    port = ready_port(killed)
    asked(port, hand.request(0, LEAVES[:1]))
    with pytest.raises((RemoteDisconnected, ConnectionError)):
        asked(port, hand.request(1, LEAVES))
    assert finish(killed)[0] == -signal.SIGKILL

    port = ready_port(start("tests.witness.killing_witness", tmp_path, LOG_LINE, "0"))
    told = asked(port, hand.request(1, LEAVES))
    status, line = asked(port, hand.request(3, LEAVES))

    assert told == (409, "3\n")
    assert status == 200
    hand.check_cosignature(line, hand.head_text(LEAVES), (tmp_path / "witness.pub").read_text())

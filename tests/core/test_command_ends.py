"""How a command ends: its exit code and its one line, whoever reads it and whatever it was asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
UNBUFFERED = BUFFERED | {"PYTHONUNBUFFERED": "1"}
COMMANDS = [
    ("rng", "selftest"),
    ("check-config",),
    ("rng", "raw", "--bytes", "10"),
    ("record", "--help"),
]


def run(
    *words: str, output: int = subprocess.PIPE, env: dict[str, str] = BUFFERED
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "table_app", *words],
        stdout=output, stderr=subprocess.PIPE, env=env, text=True, check=False, timeout=60,
    )  # fmt: skip


def run_without_reader(*words: str, env: dict[str, str]) -> tuple[int, str]:
    reader, output = os.pipe()
    os.close(reader)
    ended = run(*words, output=output, env=env)
    os.close(output)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_leaves_changes_nothing_of_a_command_that_is_done(
    command: tuple[str, ...],
) -> None:
    assert run_without_reader(*command, env=BUFFERED) == (0, "")


def test_a_refused_file_is_still_refused_when_its_reader_has_left(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "bad.toml").write_text("bad = 1\n")
    assert run_without_reader("check-config", str(tmp_path), env=BUFFERED) == (1, "")


def test_a_check_that_was_cut_short_neither_agrees_nor_disagrees() -> None:
    assert run_without_reader("check-config", env=UNBUFFERED) == (3, "")


def test_samples_for_a_laboratory_may_be_cut_short() -> None:
    assert run_without_reader("rng", "raw", "--bytes", "99999999", env=BUFFERED) == (0, "")
    assert run_without_reader("rng", "raw", "--bytes", "10", env=UNBUFFERED) == (0, "")


@pytest.mark.parametrize("env", [BUFFERED, UNBUFFERED])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_device_is_one_line_and_a_fault(
    command: tuple[str, ...], env: dict[str, str]
) -> None:
    with Path("/dev/full").open("w") as full:
        ended = run(*command, output=full.fileno(), env=env)

    assert ended.returncode == 3
    assert ended.stderr.startswith("table-app: ")
    assert ended.stderr.endswith("No space left on device\n")
    assert ended.stderr.count("\n") == 1


def test_an_error_that_cannot_be_said_keeps_its_code() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "table_app", "bogus"], stderr=full, env=BUFFERED, check=False
        )
    assert ended.returncode == 2


@pytest.mark.parametrize(
    ("words", "named", "command"),
    [
        (("record", "x"), "'ROUND'", "record"),
        (("rng", "raw", "--bytes", "0"), "'--bytes'", "rng raw"),
        (("rng", "raw", "--byts", "1"), "--byts", "rng raw"),
        (("host", "--verify-every", "0"), "'--verify-every'", "host"),
        (("verify-consistency", "x"), "'--key'", "verify-consistency"),
    ],
)
def test_bad_usage_is_one_line_that_names_the_word_and_whose_help_says_more(
    words: tuple[str, ...], named: str, command: str
) -> None:
    ended = run(*words)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("table-app: ")
    assert named in ended.stderr
    assert ended.stderr.endswith(f"; see `table-app {command} --help`\n")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("rng",), ("keys",)])
def test_a_command_that_lacks_its_word_prints_its_help(words: tuple[str, ...]) -> None:
    ended = run(*words)

    assert (ended.returncode, ended.stderr) == (2, "")
    assert "Usage: " + " ".join(("table-app", *words)) in ended.stdout


INTERRUPTED = """
import os, signal, sys, threading
from table_app import __main__
# Whoever started the tests may ignore it, and that is inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["table-app", "rng", "shuffles", "--decks", "8", "--count", "1000000"]
threading.Timer({after_s}, os.kill, (os.getpid(), signal.SIGINT)).start()
__main__.main()
"""


@pytest.mark.parametrize("after_s", [0.02, 0.3, 2])
def test_an_interrupt_at_any_moment_says_nothing(after_s: float) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(after_s=after_s)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
    )  # fmt: skip

    assert (ended.returncode, ended.stderr) == (130, "")

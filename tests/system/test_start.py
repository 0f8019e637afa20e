"""A command without one of its three standard streams is refused before it opens anything."""

import subprocess
import sys

import pytest

RUN = f'exec "{sys.executable}" -m table_app rng raw --bytes 100'


def run_without(closed: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["sh", "-c", f"{RUN} {closed}"], capture_output=True, check=False, text=True
    )


@pytest.mark.parametrize(("closed", "name"), [("<&-", "input"), (">&-", "output")])
def test_a_closed_stream_is_named_in_one_line(closed: str, name: str) -> None:
    said = run_without(closed)

    assert (said.returncode, said.stdout) == (2, "")
    why = f"standard {name} is closed; connect it, or give it /dev/null"
    assert said.stderr == f"table-app: {why}\n"


def test_a_command_without_standard_error_prints_nothing_of_what_it_was_asked() -> None:
    said = run_without("2>&-")

    assert said.returncode == 2
    assert said.stdout == (
        "table-app: standard error is closed; connect it, or give it /dev/null\n"
    )


def test_a_working_copy_without_assertions_is_refused() -> None:
    said = subprocess.run(
        [sys.executable, "-O", "-m", "table_app", "rng", "selftest"],
        capture_output=True,
        check=False,
        text=True,
    )

    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("table-app: Python runs without assertions: ")

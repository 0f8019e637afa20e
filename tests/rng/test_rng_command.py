"""`table-app rng` as a laboratory uses it."""

import json
import subprocess
import sys
from collections import Counter

import pytest
from typer.testing import CliRunner

from table_app.cli.rng import app
from table_app.rng.known_answers import KNOWN_ANSWERS
from table_app.vocabulary.cards import DECK

runner = CliRunner()


def test_selftest_reports_in_json() -> None:
    result = runner.invoke(app, ["selftest", "--json"])
    report = json.loads(result.stdout)
    assert result.exit_code == 0
    assert report["passed"] is True
    assert len(report["known_answers"]) == len(KNOWN_ANSWERS)
    assert report["noise"] is None


def test_raw_writes_exactly_the_bytes() -> None:
    result = runner.invoke(app, ["raw", "--bytes", "100000"])
    assert result.exit_code == 0
    assert len(result.stdout_bytes) == 100_000


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """The command as a person starts it."""
    command = [sys.executable, "-m", "table_app", "rng", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_selftest_tells_what_a_noise_source_passed() -> None:
    done = run("selftest", "--noise-source", "/dev/urandom", "--noise-entropy", "8")
    assert done.returncode == 0
    assert (
        "/dev/urandom: 1024 samples passed, fewer than 6 equal in a row and fewer than 19 in 512"
        in done.stdout
    )


def test_selftest_reports_a_noise_source_in_json() -> None:
    result = runner.invoke(app, ["selftest", "--json", "--noise-source", "/dev/urandom"])
    assert json.loads(result.stdout)["noise"] == {
        "source": "/dev/urandom",
        "start_up_samples": 1024,
        "repetition_cutoff": 41,
        "proportion_cutoff": 336,
        "window": 512,
    }


def test_raw_takes_noise_beside_the_kernel() -> None:
    result = runner.invoke(app, ["raw", "--bytes", "1000", "--noise-source", "/dev/urandom"])
    assert result.exit_code == 0
    assert len(result.stdout_bytes) == 1000


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--noise-source", "/dev/zero"), 3, "gave one sample 41 times in a row"),
        (("--noise-source", "/dev/gone"), 3, "noise source cannot be read"),
        (("--noise-source", "/proc/version"), 2, "not a character device; name one such as"),
        (("--noise-source", "/dev/zero", "--noise-entropy", "9"), 2, "--noise-entropy 9: more"),
        (("--noise-source", "/dev/zero", "--noise-entropy", "much"), 2, "'much': not a number"),
    ],
)
def test_a_bad_noise_source_is_one_clear_line(
    options: tuple[str, ...], code: int, words: str
) -> None:
    done = run("selftest", *options)
    assert done.returncode == code
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


def test_shuffles_writes_one_shoe_a_line() -> None:
    result = runner.invoke(app, ["shuffles", "--decks", "2", "--count", "3"])
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert [Counter(line.split(" ")) for line in lines] == [Counter(DECK * 2)] * 3
    assert len(set(lines)) == 3


def test_nine_decks_are_bad_usage() -> None:
    assert runner.invoke(app, ["shuffles", "--decks", "9", "--count", "1"]).exit_code == 2


def test_a_reader_that_leaves_is_no_failure() -> None:
    command = [
        sys.executable, "-m", "table_app", "rng", "raw", "--bytes", "50000000",
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1000)
        process.stdout.close()
        errors = process.stderr.read()
    assert process.returncode == 0
    assert errors == b""

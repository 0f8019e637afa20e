"""`table-app rng` as a laboratory uses it."""

import json
import subprocess
import sys
from collections import Counter

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


def test_raw_writes_exactly_the_bytes() -> None:
    result = runner.invoke(app, ["raw", "--bytes", "100000"])
    assert result.exit_code == 0
    assert len(result.stdout_bytes) == 100_000


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
        sys.executable, "-c", "from table_app.cli.rng import app; app()",
        "raw", "--bytes", "50000000",
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1000)
        process.stdout.close()
        errors = process.stderr.read()
    assert process.returncode == 0
    assert errors == b""

"""Options and files that a command refuses before it opens or waits for anything."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from table_app.cli.evidence import key_line, read_file
from table_app.errors import BadInputError
from table_app.witness.logs import read_logs

LINE = "pit-3/table-7+0a1b2c3d+AbCd/+=="


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("host", "--address", ""), "--address: empty means every interface"),
        (("host", "--credit", ""), "--credit: '' is not an amount"),
        (("host", "--noise-entropy", "banana"), "--noise-entropy 'banana': not a number"),
        (("rng", "selftest", "--noise-entropy", "banana"), "--noise-entropy 'banana': not a num"),
        (("rng", "raw", "--bytes", "1", "--noise-entropy", ""), "--noise-entropy '': not a number"),
        (
            ("witness", "--data", "w", "--log", LINE, "--address", ""),
            "--address: empty means every interface",
        ),
    ],
)
def test_an_option_that_says_nothing_is_named_and_refused(
    tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "table_app", *words],
        capture_output=True, text=True, check=False, timeout=60,
        env=os.environ | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"table-app: {why}")
    assert ended.stderr.count("\n") == 1


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_a_pipe_and_a_device_are_no_evidence(pipe: Path) -> None:
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(BadInputError, match=f"^{path}: not a plain file"):
            read_file(path)
        with pytest.raises(BadInputError, match=f"^{path}: not a plain file"):
            key_line(str(path))
        with pytest.raises(BadInputError, match="is neither a key line nor a file of key lines"):
            read_logs([str(path)])


@pytest.mark.parametrize(
    "text", ["keys/table.pub", "/no/such+file", "table.pub", "", "a+b/c+d.pub", "x" * 300]
)
def test_a_name_of_no_file_is_said_to_be_one(text: str) -> None:
    with pytest.raises(BadInputError, match="no such file"):
        key_line(text)


def test_a_key_line_is_taken_as_it_is_however_long() -> None:
    for line in (LINE, f"{'x' * 300}{LINE}"):
        assert key_line(line) == line


def test_a_file_of_more_than_all_logs_is_refused(tmp_path: Path) -> None:
    (tmp_path / "logs").write_bytes(b"\n" * 1_000_001)

    with pytest.raises(BadInputError, match="has more than 1000000 bytes"):
        read_logs([str(tmp_path / "logs")])

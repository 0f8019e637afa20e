"""A command as a person types it: exit code, standard output, standard error."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from table_app.cli import main


class Said(NamedTuple):
    """How a command ended and what it printed."""

    code: object
    printed: str
    complained: str


def typed(*words: str | Path) -> Said:
    """Run `table-app` with these words, in this process."""
    printed, complained = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["table-app", *map(str, words)])
        with (
            redirect_stdout(printed),
            redirect_stderr(complained),
            pytest.raises(SystemExit) as ended,
        ):
            main()
    return Said(ended.value.code, printed.getvalue(), complained.getvalue())


def refused(*words: str | Path) -> str:
    """The one line of a command that refuses what it was given (exit 2)."""
    return _one_line(2, typed(*words))


def failed(*words: str | Path) -> str:
    """The one line of a command that met a fault (exit 3)."""
    return _one_line(3, typed(*words))


def _one_line(code: int, said: Said) -> str:
    assert (said.code, said.printed) == (code, ""), said
    assert said.complained.count("\n") == 1
    return said.complained

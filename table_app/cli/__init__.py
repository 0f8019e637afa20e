"""The command line: one file per command, each thin. Exit codes are the design's, section 8."""

import os
import select
import sys

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from table_app.cli import keys, release, rng
from table_app.cli.audit import audit
from table_app.cli.check_config import check_config
from table_app.cli.consistency import consistency, verify_consistency
from table_app.cli.host import host
from table_app.cli.layout import layout
from table_app.cli.lines import one_line
from table_app.cli.par_sheet import par_sheet
from table_app.cli.play import play
from table_app.cli.receipts import verify_receipt
from table_app.cli.record import record
from table_app.cli.replay import replay
from table_app.cli.restore import app as restore_app
from table_app.cli.station import station
from table_app.cli.upgrade import upgrade
from table_app.cli.verify_software import verify_software
from table_app.cli.witness import witness
from table_app.errors import BadInputError, BreachError, FaultError

STDOUT, STDERR = 1, 2

app = typer.Typer(
    name="table-app",
    help="A fully automated electronic blackjack table.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(play)
app.command()(host)
app.command()(station)
app.command()(witness)
app.add_typer(keys.app, name="keys")
app.command()(audit)
app.command()(record)
app.add_typer(restore_app, name="restore")
app.command()(upgrade)
app.command("verify-receipt")(verify_receipt)
app.command()(consistency)
app.command("verify-consistency")(verify_consistency)
app.command("verify-software")(verify_software)
app.add_typer(release.app, name="release")
app.command()(replay)
app.command()(layout)
app.command("check-config")(check_config)
app.command("par-sheet")(par_sheet)
app.add_typer(rng.app, name="rng")


def main() -> None:
    """Run a command: exit 0 done and agrees, 1 disagrees, 2 bad usage or file, 3 fault.

    130 after an interrupt. A reader who leaves is no failure, and changes the code of no command
    that was done; one that was cut short has shown nothing to agree, so it ends with 3.
    """
    exit_code, why = _run()
    failure = _flush_output()
    if failure is not None and not isinstance(failure, BrokenPipeError):
        exit_code, why = 3, why or f"standard output: {failure.strerror}"
    if why:
        _say(f"table-app: {one_line(why)}")
    sys.exit(exit_code)


def _run() -> tuple[int, str]:
    """How the command that was asked for ended: its exit code, and why if it is an error."""
    try:
        _refuse_strange_start()
        _invoke(sys.argv[1:])
    except typer.Exit as end:
        return end.exit_code, ""
    except TyperException as error:
        return 2, _usage(error)
    except BadInputError as error:
        return 2, str(error)
    except OSError as error:
        if isinstance(error, BrokenPipeError) and _has_reader_left():
            return 3, ""
        where = f"{error.filename}: " if error.filename else ""
        return 2 if error.filename else 3, f"{where}{error.strerror or error}"
    except (FaultError, BreachError) as error:
        return 3, str(error)
    except KeyboardInterrupt:
        return 130, ""
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        # What prints help ends so when its reader has left.
    return 0, ""


def _invoke(arguments: list[str]) -> None:
    """Not by calling `app`, which prints usage errors itself and takes a closed pipe for exit 1."""
    command = get_command(app)
    with command.make_context("table-app", arguments) as context:
        command.invoke(context)


def _usage(error: TyperException) -> str:
    """What is wrong with the words, and whose help says more; nothing where help was printed."""
    why = error.format_message().rstrip(".\n")
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "table-app"
    return f"{why}; see `{command} --help`" if why else ""


def _refuse_strange_start() -> None:
    """Assertions stop a table before it pays what is not owed; a closed stream's place is taken.

    The next file that is opened would have its number, and what is printed would go there.
    """
    if sys.flags.optimize:
        raise BadInputError(
            "Python runs without assertions: unset PYTHONOPTIMIZE, start without -O"
        )
    streams = {"input": sys.stdin, "output": sys.stdout, "error": sys.stderr}
    for name, stream in streams.items():
        if stream is None:
            raise BadInputError(f"standard {name} is closed; connect it, or give it /dev/null")


def _flush_output() -> OSError | None:
    """Give away what was printed; what went wrong, after which the interpreter must not try again."""
    try:
        print(end="", flush=True)
    except OSError as error:
        _give_up(STDOUT)
        return error
    return None


def _say(line: str) -> None:
    """Every error leaves here, as one line."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _give_up(STDERR)


def _give_up(stream: int) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _has_reader_left() -> bool:
    """Whether a closed pipe is that of standard output: a pipe without a reader is in error."""
    output = select.poll()
    output.register(STDOUT, 0)
    return any(event & select.POLLERR for _, event in output.poll(0))

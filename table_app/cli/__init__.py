"""The command line: one file per command, each thin. Exit codes are the design's, section 8."""

import sys
from typing import NoReturn

import typer

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
    """Run a command: exit 0 done and agrees, 1 disagrees, 2 bad usage or file, 3 fault."""
    try:
        _refuse_strange_start()
        app()
    except BadInputError as error:
        _end(str(error), 2)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _end(f"{where}{error.strerror or error}", 2 if error.filename else 3)
    except (FaultError, BreachError) as error:
        _end(str(error), 3)


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


def _end(why: str, exit_code: int) -> NoReturn:
    """Every error leaves here, as one line."""
    print(f"table-app: {one_line(why)}", file=sys.stderr)
    sys.exit(exit_code)

"""`table-app witness`: the process that keeps a log's last head and cosigns what extends it."""

import logging
from pathlib import Path
from typing import Annotated

import typer

from table_app.witness.process import WitnessOptions, run_witness

DEFAULT_PORT = 7422


def witness(
    *,
    data: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Its key and its memory live here, away from tables."),
    ],
    log: Annotated[
        list[str],
        typer.Option(metavar="KEY", help="A table's key line, or a file of them; may be repeated."),
    ],
    address: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")
    ] = DEFAULT_PORT,
    name: Annotated[
        str | None, typer.Option(help="Its name in every cosignature, given at its first start.")
    ] = None,
    stop_with_stdin: Annotated[
        bool, typer.Option("--stop-with-stdin", help="Stop when standard input ends.")
    ] = False,
) -> None:
    """Cosign the heads of tables' logs, and none that was rolled back or forked.

    Run it as another user, better on another machine. Prints `ready PORT` when tables may ask;
    DIR/witness.pub is the key that tables need.

    Example: table-app witness --data /var/lib/table-app-witness --log table.pub
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    # It warns of each request that waits a moment; what is refused is said by our own log.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    options = WitnessOptions(
        data=data,
        logs=tuple(log),
        name=name,
        address=address,
        port=port,
        stops_with_stdin=stop_with_stdin,
    )
    run_witness(options, lambda bound: print(f"ready {bound}", flush=True))

"""`table-app host`: the process that holds money, chance, rules and secrets."""

import logging
from typing import Annotated

import typer

from table_app.cli.cosigned import WITNESS, WITNESS_KEY, witness_option
from table_app.cli.options import (
    DATA,
    KEYS,
    MIRROR,
    NOISE_ENTROPY,
    NOISE_ENTROPY_DEFAULT,
    NOISE_SOURCE,
    TABLE,
    data_folder,
    fitted_noise,
    keys_folder,
    mirror_file,
)
from table_app.config_loader import default_table
from table_app.errors import BadInputError
from table_app.host.process import HostOptions, run_host
from table_app.host.software import VERIFY_EVERY_S
from table_app.money import Cents, parse_amount

DEFAULT_PORT = 7421


def host(
    *,
    data: DATA = None,
    keys: KEYS = None,
    mirror: MIRROR = None,
    table: TABLE = None,
    address: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")
    ] = DEFAULT_PORT,
    credit: Annotated[
        str | None, typer.Option(help="Dollars for a station without credit; demo only.")
    ] = None,
    stop_with_stdin: Annotated[
        bool, typer.Option("--stop-with-stdin", help="Stop when standard input ends.")
    ] = False,
    witness: WITNESS = None,
    witness_key: WITNESS_KEY = None,
    noise_source: NOISE_SOURCE = None,
    noise_entropy: NOISE_ENTROPY = NOISE_ENTROPY_DEFAULT,
    verify_every: Annotated[
        int,
        typer.Option(
            min=1, max=VERIFY_EVERY_S, metavar="SECONDS", help="Verify the software so often."
        ),
    ] = VERIFY_EVERY_S,
) -> None:
    """Deal the table. Stations connect with the certificates of `table-app keys enrol`.

    Prints `ready PORT` when stations may connect. Verifies its software at boot, every so many
    seconds, and whenever it gets SIGUSR1.

    Example: table-app host --data /var/lib/table-app --keys /etc/table-app/keys
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    if not address:
        raise BadInputError("--address: empty means every interface; name one, such as 127.0.0.1")
    folder = data_folder(data)
    options = HostOptions(
        data=folder,
        keys=keys_folder(keys, folder),
        mirror=mirror_file(mirror, folder),
        table_file=table or default_table(),
        address=address,
        port=port,
        gift_cents=dollars_option("--credit", credit) if credit is not None else 0,
        stops_with_stdin=stop_with_stdin,
        noise=fitted_noise(noise_source, noise_entropy),
        witness=witness_option(witness, witness_key),
        verify_every_s=verify_every,
    )
    run_host(options, lambda bound: print(f"ready {bound}", flush=True))


def dollars_option(name: str, text: str) -> Cents:
    """Cents of an option such as 200 or 12.50; raises BadInputError naming it."""
    try:
        return parse_amount(text)
    except ValueError as error:
        raise BadInputError(f"{name}: {error}") from error

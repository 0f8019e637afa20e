"""`table-app keys`: the table's authority, its log key and sealing key, and one key pair a seat."""

from pathlib import Path
from typing import Annotated

import typer

from table_app.cli.options import DATA, KEYS, data_folder, keys_folder, mirror_file
from table_app.errors import BadInputError
from table_app.link import identity
from table_app.release import keys as release_keys
from table_app.store import epochs
from table_app.store import keys as store_keys
from table_app.store.log_names import EPOCH_MAX

app = typer.Typer(no_args_is_help=True, help="Make and show the keys of a table.")


def make(folder: Path, *, table: str) -> None:
    """Every key of a new table but those of its seats; refuses a folder that holds anything."""
    if folder.exists() and any(folder.iterdir()):
        raise BadInputError(
            f"{folder} is not empty and keys are never overwritten; name another folder with --keys"
        )
    store_keys.create(folder, origin=table)
    identity.create(folder, table=table)


@app.command()
def init(
    table_name: Annotated[
        str, typer.Option(help="Name of the table, part of every signature.")
    ] = "demo",
    release_key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The maker's public key, to verify software with."),
    ] = None,
    data: DATA = None,
    keys: KEYS = None,
) -> None:
    """Make the authority, the host's certificate, the log key and the sealing key.

    Example: table-app keys init --table-name pit-3-table-7
    """
    folder = keys_folder(keys, data_folder(data))
    if release_key is not None:
        release_keys.load_public(release_key)
    make(folder, table=table_name)
    if release_key is not None:
        release_keys.trust(folder, release_key)
    print(
        f"Keys of {table_name} are in {folder}; keep them away from the database and back them up."
    )
    print("Next: `table-app keys enrol --seat 1` and so on, one for each station;")
    print("      `table-app keys public` prints the key that checks this table's records.")


@app.command()
def enrol(
    seat: Annotated[int, typer.Option(min=1, max=identity.SEATS_MAX, help="The station's seat.")],
    data: DATA = None,
    keys: KEYS = None,
) -> None:
    """Make the certificate of one seat's station.

    Example: table-app keys enrol --seat 1
    """
    files = identity.enrol(keys_folder(keys, data_folder(data)), seat=seat)
    print(f"Seat {seat} is enrolled. Its station needs these files, and no other:")
    for file in files:
        print(f"  {file}")


@app.command()
def public(
    data: DATA = None,
    keys: KEYS = None,
    epoch: Annotated[
        int | None,
        typer.Option(min=1, max=EPOCH_MAX, help="Of this epoch of the log. Default: the present."),
    ] = None,
) -> None:
    """Print the log's verification key, alone on a line; each epoch's has a name of its own.

    Example: table-app keys public > table.pub
    """
    folder = data_folder(data)
    loaded = store_keys.load(keys_folder(keys, folder))
    is_apart = keys is not None and data is None
    number = epoch or (1 if is_apart else epochs.present(folder, mirror_file(None, folder), loaded))
    print(loaded.of_epoch(number).public_key_line())


@app.command()
def trust(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The maker's public release key.")],
    data: DATA = None,
    keys: KEYS = None,
) -> None:
    """Let the table trust the maker's release key, and so verify its software from now on.

    Example: table-app keys trust release_key.pub
    """
    folder = keys_folder(keys, data_folder(data))
    trusted = release_keys.trust(folder, file)
    print(
        f"{folder / release_keys.TRUSTED_KEY_FILE}: releases signed by {trusted.name} are trusted."
    )

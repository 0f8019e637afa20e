"""`table-app restore`: the database out of its mirror, or the mirror out of the database."""

from pathlib import Path
from typing import Annotated

import typer

from table_app.cli.options import DATA, KEYS, MIRROR, data_folder, keys_folder, mirror_file
from table_app.errors import BadInputError
from table_app.store import epochs, proved, restore
from table_app.store import keys as store_keys
from table_app.store.database import DATABASE_FILE
from table_app.store.keys import StoreKeys
from table_app.store.log_names import EPOCH_MAX

app = typer.Typer(no_args_is_help=True, help="Make one copy of the journal out of the other.")


EPOCH = Annotated[
    int | None,
    typer.Option(min=1, max=EPOCH_MAX, help="A closed epoch of the log. Default: the present one."),
]
ACCEPT_LOSS = Annotated[
    bool,
    typer.Option(
        "--accept-loss", help="Give up what the copy in place proves and the other lacks."
    ),
]


@app.command()
def database(
    data: DATA = None,
    keys: KEYS = None,
    mirror: MIRROR = None,
    epoch: EPOCH = None,
    *,
    accept_loss: ACCEPT_LOSS = False,
) -> None:
    """Make the database again from its mirror; what stands there is kept under another name.

    Exit 2: the mirror is not the right one, or makes less than the damaged database proves; 3: a
    line of it is damaged. It is named, and nothing has changed.

    Example: table-app restore database --data /var/lib/table-app --mirror /mnt/second/table.mirror
    """
    folder = data_folder(data)
    loaded = store_keys.load(keys_folder(keys, folder))
    number, path, source = _copies(folder, mirror, loaded, epoch)
    if (folder / epochs.NEXT_FILE).exists():
        raise BadInputError(f"{folder}: `table-app upgrade` was cut off; run it again first")
    shows_nothing = path.exists() and not proved.database_size(path, loaded)
    report = restore.restore_database(
        source,
        path,
        loaded,
        epoch=number,
        is_closed=path.parent != folder,
        accepts_loss=accept_loss,
    )
    print(f"{path} was made again from {source}: {report.entries} entries, and everything agrees.")
    if shows_nothing:
        print(
            f"The damaged {path.name} could not be read: nothing shows whether it held more"
            " than the mirror."
        )


@app.command("mirror")
def mirror_again(
    data: DATA = None,
    keys: KEYS = None,
    mirror: MIRROR = None,
    epoch: EPOCH = None,
    *,
    accept_loss: ACCEPT_LOSS = False,
) -> None:
    """Write the mirror again from the database; what stands there is kept under another name.

    Exit 2: the mirror proves more than the database has, or is of another epoch; 3: the database is
    not in order. What is wrong is named, and nothing has changed.

    Example: table-app restore mirror --data /var/lib/table-app --mirror /mnt/second/table.mirror
    """
    folder = data_folder(data)
    loaded = store_keys.load(keys_folder(keys, folder))
    number, path, target = _copies(folder, mirror, loaded, epoch)
    lines = restore.restore_mirror(path, target, loaded, epoch=number, accepts_loss=accept_loss)
    print(f"{target} was written again from {path}: {lines} lines.")


def _copies(
    folder: Path, mirror: Path | None, keys: StoreKeys, epoch: int | None
) -> tuple[int, Path, Path]:
    """Number, database and mirror of an epoch; `--mirror` names that of the present one."""
    copy = mirror_file(mirror, folder)
    present = epochs.present(folder, copy, keys)
    if epoch is None or epoch == present:
        return present, folder / DATABASE_FILE, copy
    if epoch > present:
        raise BadInputError(f"--epoch {epoch}: the present epoch of the log is {present}")
    return epoch, epochs.closed_database(folder, epoch), epochs.mirror_of(copy, epoch)

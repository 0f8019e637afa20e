"""`table-app restore`: the database out of its mirror, or the mirror out of the database."""

import typer

from table_app.cli.options import DATA, KEYS, MIRROR, data_folder, keys_folder, mirror_file
from table_app.store import keys as store_keys
from table_app.store import restore
from table_app.store.database import DATABASE_FILE

app = typer.Typer(no_args_is_help=True, help="Make one copy of the journal out of the other.")


@app.command()
def database(data: DATA = None, keys: KEYS = None, mirror: MIRROR = None) -> None:
    """Make the database again from its mirror; what stands there is kept under another name.

    Exit 3: a line of the mirror is damaged; it is named, and nothing has changed.

    Example: table-app restore database --data /var/lib/table-app --mirror /mnt/second/table.mirror
    """
    folder = data_folder(data)
    loaded = store_keys.load(keys_folder(keys, folder))
    source, path = mirror_file(mirror, folder), folder / DATABASE_FILE
    report = restore.restore_database(source, path, loaded)
    print(f"{path} was made again from {source}: {report.entries} entries, and everything agrees.")


@app.command("mirror")
def mirror_again(data: DATA = None, keys: KEYS = None, mirror: MIRROR = None) -> None:
    """Write the mirror again from the database; what stands there is kept under another name.

    Exit 3: the database is not in order; what is wrong is named, and nothing has changed.

    Example: table-app restore mirror --data /var/lib/table-app --mirror /mnt/second/table.mirror
    """
    folder = data_folder(data)
    loaded = store_keys.load(keys_folder(keys, folder))
    path, target = folder / DATABASE_FILE, mirror_file(mirror, folder)
    lines = restore.restore_mirror(path, target, loaded)
    print(f"{target} was written again from {path}: {lines} lines.")

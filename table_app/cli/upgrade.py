"""`table-app upgrade`: go on with a journal under another release or other rules."""

import time

import typer

from table_app.cli.options import (
    DATA,
    KEYS,
    MIRROR,
    TABLE,
    data_folder,
    keys_folder,
    mirror_file,
)
from table_app.config_loader import config_of, default_table, load_table
from table_app.host.engine import engine_sha256
from table_app.host.process import table_generator
from table_app.host.software import refuse_changed
from table_app.host.upgrade import Place
from table_app.host.upgrade import upgrade as upgrade_journal
from table_app.store import keys as store_keys
from table_app.store.decide_again import Release


def upgrade(
    data: DATA = None, keys: KEYS = None, mirror: MIRROR = None, table: TABLE = None
) -> None:
    """Close the log with a signed head and go on in its next epoch, with all credits and meters.

    Stop the table first, between two rounds. The closed epoch stays beside the new one, is audited
    with it, and its receipts stay true. Exit 2: why not, and nothing has changed.

    Example: table-app upgrade --data /var/lib/table-app
    """
    folder, table_file = data_folder(data), table or default_table()
    setup = load_table(table_file, config_of(table_file))
    keys_at = keys_folder(keys, folder)
    refuse_changed(is_demo=setup.is_demo, keys_folder=keys_at)
    place = Place(folder, mirror_file(mirror, folder), store_keys.load(keys_at))
    release = Release(setup, engine_sha256())
    now_ms = time.time_ns() // 1_000_000
    epoch = upgrade_journal(place, release, table_generator(setup), time_ms=now_ms)
    typer.echo(f"Epoch {epoch} of the log has begun; `table-app host` goes on with it.")
    typer.echo("Receipts of its rounds are checked with `table-app keys public`: the name is new.")

"""`table-app audit`: everything that is stored, against what was signed."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import typer
from msgspec import to_builtins

from table_app.cli.options import (
    AS_JSON,
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
from table_app.ledger.accounting_meters import seat_meters
from table_app.ledger.postings import Transfer
from table_app.money import Cents, dollars
from table_app.store import epochs
from table_app.store import keys as store_keys
from table_app.store.audit import Report, audit_epochs, first_disagreement
from table_app.store.decide_again import Release
from table_app.store.keys import StoreKeys
from table_app.store.reader import Reader
from table_app.table.setup import SEATS_MAX


def audit(
    data: DATA = None,
    keys: KEYS = None,
    mirror: MIRROR = None,
    table: TABLE = None,
    *,
    as_json: AS_JSON = False,
) -> None:
    """Check the whole journal, its mirror, and all that follows; also beside a running table.

    Commands that this release decided under the rules of --table are decided again.

    Exit 0: everything agrees; 1: the first disagreement is named by its entry.

    Example: table-app audit --data /var/lib/table-app --json
    """
    folder = data_folder(data)
    table_file = table or default_table()
    release = Release(load_table(table_file, config_of(table_file)), engine_sha256())
    table_keys = store_keys.load(keys_folder(keys, folder))
    copies = epochs.with_mirrors(folder, mirror_file(mirror, folder), is_named=mirror is not None)
    reports = audit_epochs(copies, table_keys, release)
    *earlier, report = reports
    disagreement = first_disagreement(reports)
    agrees = disagreement is None
    if as_json:
        before = [to_builtins(each) for each in earlier]
        print(json.dumps({"agrees": agrees, **to_builtins(report), "earlier_epochs": before}))
    else:
        for each in reports:
            _print_report(each)
        if agrees:
            _print_meters([database for database, _ in copies], table_keys)
        for damage in (damage for each in reports for damage in each.damaged[1:]):
            print(f"damaged too: {damage}")
        print("everything agrees" if agrees else f"DISAGREES: {disagreement}")
    if not agrees:
        raise typer.Exit(1)


def _print_report(report: Report) -> None:
    unsigned = report.entries - report.signed_entries
    print(f"{report.origin}: what agreed")
    print(f"  entries       {report.entries}, {unsigned} of them after the last checkpoint")
    if report.not_decided_because is None:
        print(f"  decided again {report.decided_again} commands, with the same facts")
    else:
        print(f"  NOT decided again: {report.not_decided_because}")
    if report.mirror_lines is None:
        print("  mirror        NOT compared: there is none in the data folder, see --mirror")
    else:
        print(f"  mirror lines  {report.mirror_lines}")
    print(f"  tree nodes    {report.tree_nodes}")
    print(f"  checkpoints   {report.checkpoints}")
    print(f"  postings      {report.postings} between {report.accounts} accounts")
    print(f"  rounds        {report.rounds}, with {report.record_parts} parts of their records")


def _print_meters(databases: Sequence[Path], keys: StoreKeys) -> None:
    """The accounting meters of each seat that has any, derived from the postings of all epochs."""
    moved: list[Transfer] = []
    for database in databases:
        with closing(Reader(database, keys)) as reader:
            moved += reader.moved()
    for seat in range(1, SEATS_MAX + 1):
        meters = seat_meters(seat, moved)
        if any(to_builtins(meters).values()):
            shown = ", ".join(
                f"{name.removesuffix('_cents').replace('_', ' ')} {dollars(Cents(amount))}"
                for name, amount in to_builtins(meters).items()
            )
            print(f"  seat {seat}: {shown}")

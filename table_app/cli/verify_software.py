"""`table-app verify-software`: every file that runs, against what its maker signed."""

import json
from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from table_app.cli.options import AS_JSON, DATA, KEYS, data_folder, keys_folder
from table_app.errors import BadInputError
from table_app.isolation import MANIFEST
from table_app.release import history
from table_app.release import keys as release_keys
from table_app.release.history import Change
from table_app.release.manifest import ReleaseKey
from table_app.release.places import installed_places
from table_app.release.verifier import Checked, Verifier

TOLD_MAX = 20
"""Lines for a person; `--json` tells all."""


def verify_software(
    *,
    manifest: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Default: the one in the package.")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(metavar="PUB", help="The maker's key. Default: the one the table trusts."),
    ] = None,
    show_history: Annotated[
        bool, typer.Option("--history", help="Tell when this table's software changed.")
    ] = False,
    data: DATA = None,
    keys: KEYS = None,
    as_json: AS_JSON = False,
) -> None:
    """Check every file of the release, and that there is no other, by the maker's manifest.

    Exit 0: everything agrees; 1: each changed, missing or stray file has a line; 2: no manifest or
    key that can be trusted.

    Example: table-app verify-software --key release_key.pub
    """
    folder = data_folder(data)
    trusted = _trusted(key, keys_folder(keys, folder))
    checked = Verifier(installed_places(), manifest or MANIFEST, trusted).check()
    if as_json:
        agrees = not checked.disagreements
        changes = to_builtins(_changes(folder, checked))
        print(json.dumps({"agrees": agrees, **to_builtins(checked), "history": changes}))
    else:
        _tell(checked, trusted)
        _tell_history(_changes(folder, checked) if show_history else ())
    if checked.disagreements:
        raise typer.Exit(1)


def _changes(folder: Path, checked: Checked) -> tuple[Change, ...]:
    """The record of changes; none where it cannot be read and there is worse to tell."""
    try:
        return history.changes(folder)
    except BadInputError:
        if checked.disagreements:
            return ()
        raise


def _trusted(key: Path | None, folder: Path) -> ReleaseKey:
    found = release_keys.load_public(key) if key else release_keys.trusted(folder)
    if found is None:
        raise BadInputError(
            f"{folder / release_keys.TRUSTED_KEY_FILE} is not there: name the maker's key with --key,"
            " or let the table trust it with `table-app keys trust FILE`"
        )
    return found


def _tell(checked: Checked, trusted: ReleaseKey) -> None:
    print(f"release {checked.version}, signed by {trusted.name}")
    print(f"  manifest  {checked.fingerprint}")
    print(f"  files     {checked.files}")
    print(f"  caches    {checked.caches}")
    for disagreement in checked.disagreements[:TOLD_MAX]:
        print(disagreement)
    if (more := len(checked.disagreements) - TOLD_MAX) > 0:
        print(f"and {more} more; --json names them all")
    print("DISAGREES" if checked.disagreements else "everything agrees")


def _tell_history(changes: tuple[Change, ...]) -> None:
    for change in changes:
        print(f"{change.time}  {change.old or 'nothing known'} -> {change.new}  {change.version}")

"""`table-app check-config`: everything the loader would refuse."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from table_app.cli.lines import one_line
from table_app.config_loader import check_config as check_folder
from table_app.config_loader import shipped_config
from table_app.errors import BadInputError


def check_config(
    config: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Default: the shipped config.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for programs.")] = False,
) -> None:
    """Check every table, house-rule and paytable file: exit 0 all good, 1 something is refused.

    Example: table-app check-config config
    """
    folder = config or shipped_config()
    if not folder.is_dir():
        raise BadInputError(f"{folder}: no such folder; give the folder that holds tables/")
    checked = check_folder(folder, datetime.now(UTC).date())
    if as_json:
        told = {
            "files": [str(path) for path in checked.files],
            "refusals": checked.refusals,
            "warnings": checked.warnings,
        }
        print(json.dumps(told))
    else:
        for refusal in checked.refusals:
            print(one_line(refusal))
        for warning in checked.warnings:
            print(one_line(f"warning: {warning}"))
        print(
            f"{len(checked.files)} files checked, {len(checked.refusals)} refusals, "
            f"{len(checked.warnings)} warnings"
        )
    if checked.refusals:
        raise typer.Exit(1)

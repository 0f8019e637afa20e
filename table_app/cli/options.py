"""Options that many commands share, and what they default to."""

from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path

from table_app.store.mirror import MIRROR_FILE

DATA = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Databases live here. Default: per user.")
]
KEYS = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Keys live here. Default: `keys` in DATA.")
]
MIRROR = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="The journal's mirror; another disk is best. Default: in DATA."
    ),
]
TABLE = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The table's file. Default: the demo table.")
]
AS_JSON = Annotated[bool, typer.Option("--json", help="Print one JSON document for programs.")]


def data_folder(data: Path | None) -> Path:
    """The data folder of a command."""
    return data or user_data_path("table-app")


def keys_folder(keys: Path | None, data: Path) -> Path:
    """The keys folder of a command."""
    return keys or data / "keys"


def mirror_file(mirror: Path | None, data: Path) -> Path:
    """The mirror of a command."""
    return mirror or data / MIRROR_FILE

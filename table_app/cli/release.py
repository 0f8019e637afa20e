"""`table-app release`: what a maker does, a release key and the signed manifest of a release."""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated

import typer

from table_app.errors import BadInputError
from table_app.isolation import MANIFEST
from table_app.release import keys
from table_app.release.files import manifest_of
from table_app.release.manifest import sign_manifest
from table_app.release.places import installed_places

app = typer.Typer(no_args_is_help=True, help="Make and sign the manifest of a release.")


@app.command()
def key(
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="The private half; FILE.pub beside it.")
    ],
) -> None:
    """Make a pair of release keys; never overwrites one.

    Example: table-app release key --out release_key
    """
    public = keys.create(out)
    print(f"{out} signs releases: keep it away from every table.")
    print(f"{public} is for tables: `table-app keys trust {public}`.")


@app.command()
def sign(
    key: Annotated[Path, typer.Option(metavar="FILE", help="What `release key` made.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Default: where the product looks for it.")
    ] = None,
) -> None:
    """Sign every file that this program and the packages in its environment consist of.

    Example: table-app release sign --key release_key
    """
    name, private = keys.load_pair(key)
    manifest = manifest_of(installed_places(), MANIFEST, _version())
    target = out or MANIFEST
    target.write_text(sign_manifest(manifest, name, private), encoding="utf-8")
    print(f"{target}: release {manifest.version}, {len(manifest.files)} files, signed by {name}")


def _version() -> str:
    try:
        return version("table-app")
    except PackageNotFoundError as error:
        raise BadInputError("table-app is not installed here: `make release` builds one") from error

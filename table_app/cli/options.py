"""Options that many commands share, and what they default to."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path

from table_app.errors import BadInputError
from table_app.rng import NoiseDevice, noise_device
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

NOISE_SOURCE = Annotated[
    Path | None,
    typer.Option(
        metavar="DEVICE", help="A hardware noise source beside the kernel, such as /dev/hwrng."
    ),
]
NOISE_ENTROPY = Annotated[
    str, typer.Option(metavar="BITS", help="Min-entropy in a byte of the noise, as assessed.")
]
NOISE_ENTROPY_DEFAULT = "1"
"""An eighth of what a byte can hold: a cautious claim for a device that nobody has assessed."""


def data_folder(data: Path | None) -> Path:
    """The data folder of a command."""
    return data or user_data_path("table-app")


def keys_folder(keys: Path | None, data: Path) -> Path:
    """The keys folder of a command."""
    return keys or data / "keys"


def mirror_file(mirror: Path | None, data: Path) -> Path:
    """The mirror of a command."""
    return mirror or data / MIRROR_FILE


_BITS = re.compile(r"[0-9]{1,2}(\.[0-9]{1,9})?")


def fitted_noise(device: Path | None, entropy: str) -> NoiseDevice | None:
    """The noise source of a command, if one is named; BadInputError for what is none."""
    if _BITS.fullmatch(entropy) is None:
        raise BadInputError(
            f"--noise-entropy {entropy!r:.20}: not a number; give bits a byte, such as 7.5"
        )
    if device is None:
        return None
    return noise_device(device, Fraction(entropy))

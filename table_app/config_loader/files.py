"""Configuration files: finding them, reading them, and naming what is wrong in one line."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from table_app.errors import BadInputError

_PACKAGE = Path(__file__).resolve().parents[1]

INTEGER_MAX = (1 << 63) - 1

Shape = TypeVar("Shape")


def shipped_config() -> Path:
    """The `config` folder of this release: inside the wheel, or beside the package in a clone."""
    inside = _PACKAGE / "config"
    return inside if inside.is_dir() else _PACKAGE.parent / "config"


def read_toml(path: Path, shape: type[Shape]) -> Shape:
    """The file's content in the given shape; raises BadInputError naming file, key and reason."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        _refuse_long_integers(path, raw)
        return msgspec.convert(raw, shape, strict=True)
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read: {error.strerror}") from error
    except RecursionError as error:
        raise BadInputError(f"{path}: nested too deeply for a file of this kind") from error
    except msgspec.ValidationError as error:
        raise BadInputError(f"{path}: {_in_words(str(error))}") from error
    except ValueError as error:  # tomllib's own, bad UTF-8, an integer too long to convert
        raise BadInputError(f"{path}: not a TOML file: {error}") from error


def named_file(folder: Path, name: str, *, key: str, asked_by: Path) -> Path:
    """`folder/NAME.toml`; raises BadInputError naming what there is when it is not there."""
    known = sorted(path.stem for path in folder.glob("*.toml"))
    if name not in known:
        raise BadInputError(
            f"{asked_by}: {key}: no file {name!r} in {folder}; there are {', '.join(known)}"
        )
    return folder / f"{name}.toml"


def check_name(path: Path, name: str) -> None:
    """Refuse a `name` that no screen and no log could show in one line."""
    if not name.strip() or not name.isprintable():
        raise BadInputError(f"{path}: name: must be one line that can be printed, not empty")


def _refuse_long_integers(path: Path, value: Any, key: str = "") -> None:
    """Refuse what TOML 1.0 does not promise to hold, and no field of ours can."""
    match value:
        case dict():
            for name, each in value.items():
                _refuse_long_integers(path, each, f"{key}.{name}" if key else name)
        case list():
            for each in value:
                _refuse_long_integers(path, each, key)
        case int() if not -INTEGER_MAX - 1 <= value <= INTEGER_MAX:
            raise BadInputError(f"{path}: {key}: an integer has at most 64 bits")


def _in_words(reason: str) -> str:
    """Msgspec's reason with the key first: `limits.blackjack: unknown key `foo``."""
    what, _, where = reason.partition(" - at `")
    key = where.rstrip("`").removeprefix("$").removeprefix(".")
    what = what.replace("Object contains unknown field", "unknown key")
    what = what.replace("Object missing required field", "missing key")
    return f"{key}: {what}" if key else what

"""`config/jurisdictions/NAME.toml` -> what a place asks of the screens beside its rules of play."""

from datetime import date
from pathlib import Path
from typing import get_args

from babel.localedata import locale_identifiers
from msgspec import Struct

from table_app.config_loader.files import check_name, named_file, read_toml
from table_app.errors import BadInputError
from table_app.table.setup import Jurisdiction
from table_app.vocabulary.commands import Speed
from table_app.vocabulary.views import LegalTexts

LEAST_CYCLE_MAX_S = 60
REALITY_CHECK_MAX_MINUTES = 24 * 60
UNWITNESSED_MAX = 10_000
_LANGUAGE = "the two small letters of a language, such as en"


class _RawTexts(Struct, frozen=True, forbid_unknown_fields=True):
    help_line: str
    malfunction: str


class _RawJurisdiction(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    least_cycle: float
    reality_check: int
    speeds: tuple[Speed, ...]
    help_line_expires: date
    unwitnessed_checkpoints: int
    texts: dict[str, _RawTexts]


def load_jurisdiction(config: Path, name: str, *, asked_by: Path) -> Jurisdiction:
    """The jurisdiction of a table; raises BadInputError naming file, key and reason."""
    path = named_file(config / "jurisdictions", name, key="jurisdiction", asked_by=asked_by)
    raw = read_toml(path, _RawJurisdiction)
    _check(path, raw)
    return Jurisdiction(
        name=raw.name,
        least_cycle_ms=round(raw.least_cycle * 1000),
        reality_check_ms=raw.reality_check * 60_000 or None,
        speeds=raw.speeds,
        texts=tuple(
            LegalTexts(language, texts.help_line, texts.malfunction)
            for language, texts in raw.texts.items()
        ),
        help_line_expires=raw.help_line_expires.isoformat(),
        unwitnessed_max=raw.unwitnessed_checkpoints,
    )


def help_line_warning(jurisdiction: Jurisdiction, today: date) -> str | None:
    """A line when the help line must be looked at again, else None."""
    if today.isoformat() <= jurisdiction.help_line_expires:
        return None
    return (
        f"{jurisdiction.name}: the help line was to be looked at again "
        f"by {jurisdiction.help_line_expires}"
    )


def _check(path: Path, raw: _RawJurisdiction) -> None:
    check_name(path, raw.name)
    if not 0 <= raw.least_cycle <= LEAST_CYCLE_MAX_S:
        raise BadInputError(f"{path}: least_cycle: must be 0 to {LEAST_CYCLE_MAX_S} seconds")
    if not 0 <= raw.reality_check <= REALITY_CHECK_MAX_MINUTES:
        raise BadInputError(
            f"{path}: reality_check: must be 0 to {REALITY_CHECK_MAX_MINUTES} minutes"
        )
    if not 0 <= raw.unwitnessed_checkpoints <= UNWITNESSED_MAX:
        raise BadInputError(
            f"{path}: unwitnessed_checkpoints: must be 0 to {UNWITNESSED_MAX} checkpoints"
        )
    if not raw.speeds or len(set(raw.speeds)) != len(raw.speeds):
        known = ", ".join(get_args(Speed))
        raise BadInputError(f"{path}: speeds: one or more different ones of {known}")
    if not raw.texts:
        raise BadInputError(f"{path}: texts: at least one language, such as [texts.en]")
    for language, texts in raw.texts.items():
        if not (len(language) == 2 and language.islower() and language in locale_identifiers()):
            raise BadInputError(f"{path}: texts.{language}: the key must be {_LANGUAGE}")
        for key in ("help_line", "malfunction"):
            if not getattr(texts, key).strip():
                raise BadInputError(f"{path}: texts.{language}.{key}: must not be empty")

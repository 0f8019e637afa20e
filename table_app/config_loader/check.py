"""Everything that the loader would refuse in a `config` folder, and what it warns of and still plays."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from msgspec import Struct

from table_app.config_loader.jurisdictions import help_line_warning, load_jurisdiction
from table_app.config_loader.law import figure_warnings
from table_app.config_loader.load import load_house_rules, load_table
from table_app.config_loader.paytables import load_wager_tables
from table_app.config_loader.strategies import load_strategy
from table_app.errors import BadInputError
from table_app.game.wagers import SIDE_WAGERS
from table_app.table.setup import TableSetup


class CheckedConfig(Struct, frozen=True):
    """The files of a `config` folder, everything the loader would refuse, and what it warns of."""

    files: tuple[Path, ...]
    refusals: tuple[str, ...]
    warnings: tuple[str, ...]


def check_config(config: Path, today: date) -> CheckedConfig:
    """Load every file of a `config` folder."""
    refusals: list[str] = []
    tables = sorted((config / "tables").glob("*.toml"))
    houses = sorted((config / "house_rules").glob("*.toml"))
    paytables = sorted((config / "paytables").glob("*.toml"))
    strategies = sorted((config / "strategies").glob("*.toml"))
    places = sorted((config / "jurisdictions").glob("*.toml"))
    if not tables:
        refusals.append(f"{config / 'tables'}: no table file; a config folder has at least one")
    checks: list[Callable[[], object]] = [
        *(lambda path=path: load_table(path, config) for path in tables),
        *(lambda path=path: load_house_rules(config, path.stem, asked_by=path) for path in houses),
        *(lambda path=path: _check_paytables(config, path) for path in paytables),
        *(lambda path=path: _check_strategy(config, path) for path in strategies),
        *(lambda path=path: load_jurisdiction(config, path.stem, asked_by=path) for path in places),
    ]
    for check in checks:
        try:
            check()
        except BadInputError as error:
            refusals.append(str(error))
    return CheckedConfig(
        files=(*tables, *houses, *paytables, *strategies, *places),
        refusals=tuple(dict.fromkeys(refusals)),
        warnings=() if refusals else _all_warnings(config, places, today),
    )


def _all_warnings(config: Path, places: list[Path], today: date) -> tuple[str, ...]:
    """What the dates and figures of every wager and every jurisdiction of a folder warn of."""
    loaded = [load_jurisdiction(config, path.stem, asked_by=path) for path in places]
    warnings = [help_line_warning(place, today) for place in loaded]
    return (
        *_wager_warnings(config, tuple(SIDE_WAGERS), today),
        *(warning for warning in warnings if warning is not None),
    )


def table_warnings(config: Path, setup: TableSetup, today: date) -> tuple[str, ...]:
    """What a table's wagers warn of; and a line when the date of its help line is over."""
    warning = help_line_warning(setup.jurisdiction, today)
    wagers = tuple(setup.rules.by_wager)
    return (*_wager_warnings(config, wagers, today), *((warning,) if warning else ()))


def _wager_warnings(config: Path, wagers: tuple[str, ...], today: date) -> tuple[str, ...]:
    """Sections of law that are not in effect by their dates, and figures that are not the law's."""
    found: list[str] = []
    for wager in wagers:
        declared = SIDE_WAGERS[wager]
        tables = load_wager_tables(config, declared)
        warning = tables.date_warning(today)
        if warning is not None:
            found.append(f"{wager}: {warning} ({declared.section})")
        found += figure_warnings(declared, tables)
    return tuple(found)


def _check_paytables(config: Path, path: Path) -> None:
    if path.stem not in SIDE_WAGERS:
        raise BadInputError(f"{path}: no wager of this name; built: {', '.join(SIDE_WAGERS)}")
    load_wager_tables(config, SIDE_WAGERS[path.stem])


def _check_strategy(config: Path, path: Path) -> None:
    name, _, decks = path.stem.rpartition("-")
    if not name or not decks.isdecimal():
        raise BadInputError(f"{path}: the name must be RULES-DECKS.toml")
    load_strategy(config, name, int(decks))

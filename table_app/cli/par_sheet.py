"""`table-app par-sheet`: the exact odds of every wager, for a laboratory or an operator."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from table_app.cli.options import AS_JSON, TABLE
from table_app.config_loader import config_of, shipped_config
from table_app.config_loader.paytables import WagerTables, load_wager_tables
from table_app.errors import BadInputError
from table_app.game.paytable import MeterTerms
from table_app.money import MICROS_PER_CENT, Cents, dollars, parse_dollars
from table_app.odds import COUNTED_WAGERS, STANDARD_CHOICES, Choices, ParSheet
from table_app.odds import par_sheet as odds_of
from table_app.odds.par_sheet import Basis, MeterOdds

SUPER_4_CENTS = 500
"""The one wager whose amount the law fixes (633c.6(e))."""


def par_sheet(
    *,
    wager: Annotated[
        str | None, typer.Option(metavar="W", help=f"One of {' '.join(COUNTED_WAGERS)}.")
    ] = None,
    paytable: Annotated[str | None, typer.Option(metavar="P", help="One paytable's id.")] = None,
    decks: Annotated[
        int | None, typer.Option(metavar="N", help="Default: every permitted number.")
    ] = None,
    stake: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="The wager. Default: 1.00; Super 4: 5.00.")
    ] = None,
    basis: Annotated[
        str, typer.Option(help="as_printed, or pay all odds to_1 or for_1 to see the effect.")
    ] = "as_printed",
    chosen_suit: Annotated[str, typer.Option(help="Super 4's suit: S H D or C.")] = "S",
    mystery: Annotated[
        str | None, typer.Option(metavar="M", help="Super 4's mystery configuration: 1 2 or 3.")
    ] = None,
    table: TABLE = None,
    as_json: AS_JSON = False,
) -> None:
    """Print exact odds: outcomes as integer counts, returns as fractions, meters and break-even.

    Example: table-app par-sheet --wager lucky_ladies --paytable 1 --decks 6
    """
    config = shipped_config() if table is None else config_of(table)
    choices = msgspec.structs.replace(
        STANDARD_CHOICES, basis=_basis(basis), chosen_suit=chosen_suit
    )
    sheets = [
        sheet
        for one in _wagers(wager)
        for sheet in _sheets(
            load_wager_tables(config, one),
            paytable,
            decks,
            _with_wager(choices, config, one, stake=stake, mystery=mystery),
        )
    ]
    if not sheets:
        raise BadInputError(_nothing_found(config, wager, paytable, decks))
    if as_json:
        print(json.dumps([msgspec.to_builtins(sheet, enc_hook=_exact) for sheet in sheets]))
        return
    for sheet in sheets:
        print("\n".join(_readable(sheet)), end="\n\n")


def _wagers(wager: str | None) -> tuple[str, ...]:
    if wager is None:
        return COUNTED_WAGERS
    if wager not in COUNTED_WAGERS:
        raise BadInputError(f"--wager: no {wager!r}; there are {', '.join(COUNTED_WAGERS)}")
    return (wager,)


def _basis(text: str) -> Basis:
    match text:
        case "as_printed" | "to_1" | "for_1":
            return text
        case _:
            raise BadInputError(f"--basis: {text!r} is not one of as_printed to_1 for_1")


def _with_wager(
    choices: Choices, config: Path, wager: str, *, stake: str | None, mystery: str | None
) -> Choices:
    cents = SUPER_4_CENTS if wager == "super_4" else choices.stake_cents
    if stake is not None:
        cents = _stake_cents(stake, wager)
    return msgspec.structs.replace(
        choices, stake_cents=cents, mystery=_mystery(config, wager, mystery)
    )


def _stake_cents(stake: str, wager: str) -> int:
    try:
        cents = parse_dollars(stake)
    except ValueError as error:
        raise BadInputError(f"--stake: {error}") from error
    if wager == "super_4" and cents != SUPER_4_CENTS:
        raise BadInputError("--stake: a Super 4 wager is 5.00 (633c.6(e))")
    return cents


def _mystery(config: Path, wager: str, mystery: str | None) -> MeterTerms | None:
    if mystery is None or wager != "super_4":
        return None
    known = load_wager_tables(config, wager).mystery
    if mystery not in known:
        raise BadInputError(f"--mystery: no {mystery!r}; there are {', '.join(known)}")
    return known[mystery]


def _sheets(
    tables: WagerTables, paytable: str | None, decks: int | None, choices: Choices
) -> Iterator[ParSheet]:
    for name, table in tables.paytables.items():
        if paytable in {None, name}:
            for count in table.decks:
                if decks in {None, count}:
                    yield odds_of(table, count, choices)


def _nothing_found(config: Path, wager: str | None, paytable: str | None, decks: int | None) -> str:
    offered = "; ".join(
        f"{one} {name}: {' '.join(map(str, table.decks))} decks"
        for one in _wagers(wager)
        for name, table in load_wager_tables(config, one).paytables.items()
        if paytable in {None, name} or wager is not None
    )
    asked = " ".join(
        f"--{option} {value}"
        for option, value in (("wager", wager), ("paytable", paytable), ("decks", decks))
        if value is not None
    )
    return f"{asked}: no such paytable, or not with so many decks; there are: {offered or 'none'}"


def _exact(value: object) -> object:
    """How a Fraction is written: exact integers."""
    if isinstance(value, Fraction):
        return {"num": value.numerator, "den": value.denominator}
    raise NotImplementedError(type(value))


def _readable(sheet: ParSheet) -> Iterator[str]:
    yield (
        f"{sheet.wager}, paytable {sheet.paytable}, {sheet.decks} decks, "
        f"wager ${dollars(Cents(sheet.stake_cents))}"
    )
    yield f"  {'outcome':<32}{'combinations':>16}{'1 in':>18}  award"
    for line in sheet.outcomes:
        mean = "" if line.mean_for_1 is None else f", {_decimal(line.mean_for_1, 2)} on average"
        one_in = (
            _decimal(Fraction(line.total, line.combinations), 2) if line.combinations else "never"
        )
        yield f"  {line.outcome:<32}{line.combinations:>16}{one_in:>18}  {line.award}{mean}"
    for meter in sheet.meters:
        yield f"  meter {meter.meter}: " + ", ".join(_meter_words(meter))
    yield (
        f"  wins {_percent(sheet.hit_frequency)} of the time; returns {_percent(sheet.fixed_return)}"
        f" without meters, {_percent(sheet.return_at_seed)} at their seeds,"
        f" {_percent(sheet.long_run_return)} in the long run"
    )


def _meter_words(meter: MeterOdds) -> Iterator[str]:
    yield f"seed ${_dollars_of(meter.seed_micros)}"
    yield f"increment {_percent(Fraction(meter.increment_bp, 10_000))}"
    if meter.reserve_bp:
        yield f"reserve {_percent(Fraction(meter.reserve_bp, 10_000))}"
    if meter.must_hit_by is not None:
        yield f"must hit by ${_dollars_of(meter.must_hit_by.cap_micros)}"
        long_run = meter.must_hit_by.hits_per_wager_long_run
        yield f"in the long run one in {_decimal(1 / long_run, 1)} wagers"
    elif meter.break_even_micros is None:
        yield "never won with so few decks"
    else:
        yield f"breaks even at ${_dollars_of(meter.break_even_micros)}"


def _dollars_of(micros: int) -> str:
    return _decimal(Fraction(micros, MICROS_PER_CENT * 100), 2)


def _percent(value: Fraction) -> str:
    return f"{_decimal(value * 100, 4)}%"


def _decimal(value: Fraction, places: int) -> str:
    """A fraction in digits, rounded, without passing through a float."""
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{places}d}"

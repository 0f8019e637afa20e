"""`table-app par-sheet`: the exact odds of every wager, for a laboratory or an operator."""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from platformdirs import user_cache_path

from table_app import odds
from table_app.cli.options import AS_JSON, DATA
from table_app.config_loader import (
    config_of,
    default_table,
    load_house_rules,
    load_table,
    load_wager_tables,
    shipped_config,
)
from table_app.config_loader.paytables import WagerTables
from table_app.errors import BadInputError
from table_app.game.house_rules import HouseRules
from table_app.game.paytable import LOSE, Paytable
from table_app.game.rules import BLACKJACK
from table_app.game.wagers import SIDE_WAGERS
from table_app.money import MICROS_PER_CENT, Cents, dollars, parse_dollars
from table_app.odds import COUNTED_WAGERS, STANDARD_CHOICES, BaseGame, ParSheet
from table_app.odds.base_game import DECKS_MAX
from table_app.odds.par_sheet import Basis, MeterOdds
from table_app.odds.strategy import StrategyTable
from table_app.vocabulary.views import Action

_UPCARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
_LETTERS: dict[Action, str] = {
    "stand": "S",
    "hit": "H",
    "double": "D",
    "split": "P",
    "surrender": "R",
}


def par_sheet(
    *,
    wager: Annotated[
        str | None,
        typer.Option(
            metavar="W",
            help=f"One of {' '.join(COUNTED_WAGERS)}, or {BLACKJACK}: the base game, some 20 "
            "seconds a number of decks, then kept. Default: all but that.",
        ),
    ] = None,
    paytable: Annotated[
        str | None,
        typer.Option(metavar="P", help=f"One paytable's id; for {BLACKJACK}: house rules."),
    ] = None,
    decks: Annotated[
        int | None, typer.Option(metavar="N", help="Default: every permitted number.")
    ] = None,
    stake: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="The wager. Default: 1.00; Super 4: 5.00.")
    ] = None,
    basis: Annotated[
        str, typer.Option(help="as_printed, or pay all odds to_1 or for_1 to see the effect.")
    ] = "as_printed",
    mystery: Annotated[
        str | None, typer.Option(metavar="M", help="Super 4's mystery configuration: 1 2 or 3.")
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Only what this table offers, with its decks, amounts, weights and meters.",
        ),
    ] = None,
    data: DATA = None,
    as_json: AS_JSON = False,
) -> None:
    """Print exact odds: outcomes as integer counts, returns as fractions, meters and break-even.

    Example: table-app par-sheet --wager lucky_ladies --paytable 1 --decks 6
    """
    if wager not in {None, BLACKJACK, *COUNTED_WAGERS}:
        known = ", ".join((*COUNTED_WAGERS, BLACKJACK))
        raise BadInputError(f"--wager: no {wager!r}; there are {known}")
    if wager == BLACKJACK:
        folder = data or user_cache_path("table-app")
        _print_base_games(table, folder, house_rules=paytable, decks=decks, as_json=as_json)
        return
    wagers = COUNTED_WAGERS if wager is None else (wager,)
    if table is None:
        found = _permitted(wagers, paytable, decks, stake=stake, basis=basis, mystery=mystery)
    elif stake is None and basis == "as_printed" and mystery is None:
        found = _offered(table, wagers)
    else:
        raise BadInputError("--table: stake, basis and mystery are the table's; leave them out")
    sheets = [
        sheet
        for sheet in found
        if paytable in {None, sheet.paytable} and decks in {None, sheet.decks}
    ]
    if not sheets:
        raise BadInputError(_nothing_found(wagers, table))
    if as_json:
        print(json.dumps([msgspec.to_builtins(sheet, enc_hook=_exact) for sheet in sheets]))
        return
    for sheet in sheets:
        print("\n".join(_readable(sheet)), end="\n\n")


def _offered(table: Path, wagers: tuple[str, ...]) -> Iterator[ParSheet]:
    setup = load_table(table, config_of(table))
    for offered in setup.rules.offered:
        if offered.wager in wagers:
            yield odds.offered_sheet(offered, setup.decks)


def _permitted(
    wagers: tuple[str, ...],
    paytable: str | None,
    decks: int | None,
    *,
    stake: str | None,
    basis: str,
    mystery: str | None,
) -> Iterator[ParSheet]:
    """Every paytable that the shipped configuration has, with every number of decks permitted."""
    for wager in wagers:
        choices = msgspec.structs.replace(
            STANDARD_CHOICES, basis=_basis(basis), stake_cents=_stake_cents(stake, wager)
        )
        tables = load_wager_tables(shipped_config(), SIDE_WAGERS[wager])
        for name, table in tables.paytables.items():
            for count in table.decks:
                if paytable in {None, name} and decks in {None, count}:
                    with_mystery = _with_mystery(table, tables, mystery)
                    yield odds.par_sheet(with_mystery, count, choices)


def _with_mystery(table: Paytable, tables: WagerTables, mystery: str | None) -> Paytable:
    if mystery is None:
        return table
    if mystery not in tables.mystery:
        known = ", ".join(tables.mystery) or "none"
        raise BadInputError(f"--mystery: {table.wager} has no {mystery!r}; there are: {known}")
    return msgspec.structs.replace(table, meters=(*table.meters, tables.mystery[mystery]))


def _basis(text: str) -> Basis:
    match text:
        case "as_printed" | "to_1" | "for_1":
            return text
        case _:
            raise BadInputError(f"--basis: {text!r} is not one of as_printed to_1 for_1")


def _stake_cents(stake: str | None, wager: str) -> int:
    known = SIDE_WAGERS[wager].stakes_cents
    if stake is None:
        return known[0] if len(known) == 1 else STANDARD_CHOICES.stake_cents
    try:
        cents = parse_dollars(stake)
    except ValueError as error:
        raise BadInputError(f"--stake: {error}") from error
    if known and cents not in known:
        amounts = " or ".join(dollars(Cents(each)) for each in known)
        section = SIDE_WAGERS[wager].section + SIDE_WAGERS[wager].stakes_clause
        raise BadInputError(f"--stake: {wager} takes {amounts} ({section})")
    return cents


def _nothing_found(wagers: tuple[str, ...], table: Path | None) -> str:
    if table is not None:
        return f"{table}: the table offers no such wager and paytable, or has other decks"
    there_are = "; ".join(
        f"{wager} {name} with {' '.join(map(str, paytable.decks))} decks"
        for wager in wagers
        for name, paytable in load_wager_tables(
            shipped_config(), SIDE_WAGERS[wager]
        ).paytables.items()
    )
    return f"--paytable, --decks: no such paytable with so many decks; there are {there_are}"


def _print_base_games(
    table: Path | None, folder: Path, *, house_rules: str | None, decks: int | None, as_json: bool
) -> None:
    table_file = table or default_table()
    config = config_of(table_file)
    rules = (
        load_table(table_file, config).rules.house
        if house_rules is None
        else load_house_rules(config, house_rules, asked_by=Path("--paytable"))
    )
    numbers = range(1, DECKS_MAX + 1) if decks is None else (decks,)
    games = [_solved(rules, number, folder) for number in numbers]
    if as_json:
        print(json.dumps([_base_game_document(rules, game) for game in games], default=_exact))
        return
    for game in games:
        print("\n".join(_readable_game(game)), end="\n\n")


def _solved(rules: HouseRules, decks: int, folder: Path) -> BaseGame:
    """The base game, kept from a time when rules, decks and our code were the same."""
    kept = folder / f"base-game-{_fingerprint(rules, decks)}.json"
    try:
        return _from_kept(json.loads(kept.read_bytes()), rules, decks)
    except (OSError, ValueError, KeyError, TypeError, msgspec.ValidationError):
        print(f"solving {rules.name} with {decks} decks ...", file=sys.stderr)
    game = odds.base_game(rules, decks)
    _keep(kept, game)
    return game


def _fingerprint(rules: HouseRules, decks: int) -> str:
    digest = hashlib.sha256(msgspec.json.encode((rules, decks)))
    for source in sorted(Path(odds.__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _from_kept(document: dict[str, Any], rules: HouseRules, decks: int) -> BaseGame:
    return BaseGame(
        house_rules=rules.name,
        decks=decks,
        expectation=Fraction(document["num"], document["den"]),
        strategy=msgspec.convert(document["strategy"], StrategyTable),
    )


def _keep(path: Path, game: BaseGame) -> None:
    """Written beside and renamed, so that nobody reads half a file; without a place, not kept."""
    document = _exact(game.expectation) | {"strategy": msgspec.to_builtins(game.strategy)}
    beside = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(document), encoding="ascii")
        beside.replace(path)
    except OSError as error:
        print(f"{path}: not kept: {error.strerror}", file=sys.stderr)


def _base_game_document(rules: HouseRules, game: BaseGame) -> dict[str, object]:
    """In the shape of a side wager's sheet; `hit_frequency` has no meaning where stakes change."""
    deals = odds.count_first_deals(game.decks)
    awards = {
        "blackjack": f"{rules.blackjack_pays.pays} to {rules.blackjack_pays.per}",
        "push": "stake returned",
        "played": "by the play",
        LOSE: "loss",
    }
    returned = 1 + game.expectation
    return {
        "wager": BLACKJACK,
        "paytable": game.house_rules,
        "decks": game.decks,
        "outcomes": [
            {
                "outcome": outcome,
                "combinations": count,
                "total": sum(deals.values()),
                "award": awards[outcome],
            }
            for outcome, count in deals.items()
        ],
        "hit_frequency": None,
        "fixed_return": returned,
        "meters": [],
        "return_at_seed": returned,
        "long_run_return": returned,
        "long_run_return_max": returned,
        "strategy": game.strategy.entries,
    }


def _readable_game(game: BaseGame) -> Iterator[str]:
    yield (
        f"{BLACKJACK}, {game.house_rules}, {game.decks} decks: "
        f"a wager wins {_percent(game.expectation)} on average by this basic strategy"
    )
    yield f"  {', '.join(f'{letter} {action}' for action, letter in _LETTERS.items())}"
    yield f"  {'':<10}" + "".join(f"{_value(upcard):<5}" for upcard in _UPCARDS)
    for kind, points in game.strategy.hands():
        name = _value(points) * 2 if kind == "pair" else points
        letters = (
            "".join(_LETTERS[action] for action in game.strategy.actions(kind, points, upcard))
            for upcard in _UPCARDS
        )
        yield f"  {f'{kind} {name}':<10}" + "".join(f"{text:<5}" for text in letters)


def _value(of: int) -> str:
    return {1: "A", 10: "T"}.get(of, str(of))


def _exact(value: Fraction) -> dict[str, int]:
    """How a Fraction is written: exact integers."""
    return {"num": value.numerator, "den": value.denominator}


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
    yield f"  wins {_percent(sheet.hit_frequency)} of the time"
    yield (
        f"  returns {_percent(sheet.fixed_return)} without meters, "
        f"{_percent(sheet.return_at_seed)} at their seeds, "
        f"{_percent(sheet.long_run_return)} in the long run"
    )
    if sheet.long_run_return_max > sheet.long_run_return:
        yield f"  returns at most {_percent(sheet.long_run_return_max)} with the house's floors"


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
    if meter.floor_micros:
        floor = _dollars_of(meter.floor_micros)
        yield f"floor ${floor} by the house, at most {_percent(meter.floor_return_max)} more"


def _dollars_of(micros: int) -> str:
    return _decimal(Fraction(micros, MICROS_PER_CENT * 100), 2)


def _percent(value: Fraction) -> str:
    return f"{_decimal(value * 100, 4)}%"


def _decimal(value: Fraction, places: int) -> str:
    """A fraction in digits, rounded, without passing through a float."""
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{places}d}"

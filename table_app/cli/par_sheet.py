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
from table_app.cli.options import AS_JSON, TABLE
from table_app.config_loader import config_of, default_table, load_house_rules, load_table
from table_app.config_loader.paytables import WagerTables, load_wager_tables
from table_app.errors import BadInputError
from table_app.game.house_rules import HouseRules
from table_app.game.paytable import LOSE, MeterTerms
from table_app.game.rules import BLACKJACK
from table_app.money import MICROS_PER_CENT, Cents, dollars, parse_dollars
from table_app.odds import COUNTED_WAGERS, STANDARD_CHOICES, BaseGame, Choices, ParSheet
from table_app.odds.base_game import DECKS_MAX
from table_app.odds.par_sheet import Basis, MeterOdds
from table_app.odds.strategy import StrategyTable
from table_app.vocabulary.views import Action

SUPER_4_CENTS = 500
"""The one wager whose amount the law fixes (633c.6(e))."""

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
    table_file = table or default_table()
    config = config_of(table_file)
    if wager == BLACKJACK:
        _print_base_games(config, table_file, house_rules=paytable, decks=decks, as_json=as_json)
        return
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


def _print_base_games(
    config: Path, table_file: Path, *, house_rules: str | None, decks: int | None, as_json: bool
) -> None:
    rules = (
        load_table(table_file, config).rules.house
        if house_rules is None
        else load_house_rules(config, house_rules, asked_by=Path("--paytable"))
    )
    numbers = range(1, DECKS_MAX + 1) if decks is None else (decks,)
    games = [_solved(rules, number) for number in numbers]
    if as_json:
        print(json.dumps([_base_game_document(rules, game) for game in games], default=_exact))
        return
    for game in games:
        print("\n".join(_readable_game(game)), end="\n\n")


def _solved(rules: HouseRules, decks: int) -> BaseGame:
    """The base game, kept from an earlier time if rules, decks and the code of odds are the same."""
    kept = user_cache_path("table-app") / f"base-game-{_fingerprint(rules, decks)}.json"
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


def _wagers(wager: str | None) -> tuple[str, ...]:
    if wager is None:
        return COUNTED_WAGERS
    if wager not in COUNTED_WAGERS:
        raise BadInputError(
            f"--wager: no {wager!r}; there are {', '.join((*COUNTED_WAGERS, BLACKJACK))}"
        )
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
                    yield odds.par_sheet(table, count, choices)


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

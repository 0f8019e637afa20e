"""`config/` -> one frozen TableSetup. Every refusal names file, key, reason and, where there is
one, the section of law.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from table_app.config_loader.files import check_name, named_file, read_toml, shipped_config
from table_app.config_loader.jurisdictions import load_jurisdiction
from table_app.config_loader.offers import RawOptions, Wagers, check_decks, load_offered
from table_app.config_loader.strategies import UPCARDS, load_strategy
from table_app.errors import BadInputError
from table_app.game.house_rules import HouseRules
from table_app.game.paytable import OddsAward
from table_app.game.rules import BLACKJACK, OfferedWager, RoundRules
from table_app.game.shoe import worst_round_cards
from table_app.game.wagers import SIDE_WAGERS
from table_app.money import ODDS_MAX, Odds, parse_amount, parse_odds
from table_app.odds import COUNTED_WAGERS, StrategyTable, long_run_return_max
from table_app.table.setup import SEATS_MAX, TableSetup, Timing, WagerLimits
from table_app.vocabulary.views import StrategyRow

DECKS_MAX = 8
RESPLIT_HANDS_MAX = 8

Parsed = TypeVar("Parsed")


class RawHouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of `config/house_rules`, and the keys that a scenario may override."""

    dealer_hits_soft_17: bool
    blackjack_pays: str
    double_any_two: bool
    double_after_split: bool
    split_by: Literal["value", "rank"]
    resplit_hands: int
    resplit_aces: bool
    one_card_per_split_ace: bool
    late_surrender: bool
    insurance: bool
    even_money: bool


class _RawLimits(Struct, frozen=True, forbid_unknown_fields=True):
    minimum: str
    maximum: str
    step: str


class _RawTiming(Struct, frozen=True, forbid_unknown_fields=True):
    bets: float
    insurance: float
    decision: float
    results: float
    session: float = 120.0


class _RawTable(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    demo: bool
    decks: int
    seats: int
    house_rules: str
    chips: tuple[str, ...]
    demo_credit: str
    paytables: dict[str, str]
    jurisdiction: str
    limits: dict[str, _RawLimits]
    timing: _RawTiming
    wagers: dict[str, RawOptions] = {}


def load_table(table_file: Path, config: Path, wagers: Wagers = SIDE_WAGERS) -> TableSetup:
    """The setup of one table file, with house rules and paytables from the `config` folder."""
    raw = read_toml(table_file, _RawTable)
    house = load_house_rules(config, raw.house_rules, asked_by=table_file)
    offered = load_offered(config, wagers, raw.paytables, raw.wagers, asked_by=table_file)
    strategy = load_strategy(config, house.name, raw.decks)
    setup = TableSetup(
        name=raw.name,
        is_demo=raw.demo,
        decks=raw.decks,
        seats=raw.seats,
        rules=RoundRules(house=house, offered=offered),
        limits=_limits(table_file, raw, offered),
        chips_cents=tuple(_parse(table_file, "chips", parse_amount, chip) for chip in raw.chips),
        demo_credit_cents=_parse(table_file, "demo_credit", parse_amount, raw.demo_credit),
        timing=_timing(table_file, raw.timing),
        jurisdiction=load_jurisdiction(config, raw.jurisdiction, asked_by=table_file),
        rules_sha256="",
        strategy=_strategy_rows(strategy.table) if strategy else (),
        base_returns=strategy.returns if strategy else "",
    )
    _check_table(table_file, setup)
    return msgspec.structs.replace(setup, rules_sha256=_rules_sha256(setup))


def load_house_rules(config: Path, name: str, *, asked_by: Path) -> HouseRules:
    """The house rules of `config/house_rules/NAME.toml`, checked against the law they name."""
    path = named_file(config / "house_rules", name, key="house_rules", asked_by=asked_by)
    house = house_rules_of(path, name, read_toml(path, RawHouseRules))
    if name == "pennsylvania":
        _check_pennsylvania(path, house)
    return house


def house_rules_of(path: Path, name: str, raw: RawHouseRules) -> HouseRules:
    """House rules from their raw form; `path` is named in a refusal."""
    if not 1 <= raw.resplit_hands <= RESPLIT_HANDS_MAX:
        raise BadInputError(f"{path}: resplit_hands: must be 1 to {RESPLIT_HANDS_MAX}")
    odds = _parse(path, "blackjack_pays", parse_odds, raw.blackjack_pays)
    if odds.pays > ODDS_MAX * odds.per:
        raise BadInputError(f"{path}: blackjack_pays: must be at most {ODDS_MAX}:1")
    fields = msgspec.structs.asdict(raw) | {"name": name, "blackjack_pays": odds}
    return HouseRules(**fields)


def default_table() -> Path:
    """The demo table of this release."""
    return shipped_config() / "tables" / "demo.toml"


def config_of(table_file: Path) -> Path:
    """The `config` folder that a table file stands in, or the shipped one."""
    folder = table_file.resolve().parent.parent
    return folder if (folder / "house_rules").is_dir() else shipped_config()


def _strategy_rows(table: StrategyTable) -> tuple[StrategyRow, ...]:
    return tuple(
        StrategyRow(kind, points, tuple(table.actions(kind, points, upcard) for upcard in UPCARDS))
        for kind, points in table.hands()
    )


def _limits(
    path: Path, raw: _RawTable, offered: tuple[OfferedWager, ...]
) -> tuple[WagerLimits, ...]:
    """Limits in screen order; a wager with meters has one amount, and needs no limits."""
    for wager in raw.limits:
        if wager != BLACKJACK and wager not in raw.paytables:
            raise BadInputError(f"{path}: limits.{wager}: the table does not offer this wager")
    fixed = {each.wager: each.stake_cents for each in offered if each.stake_cents is not None}
    return tuple(
        WagerLimits(wager, fixed[wager], fixed[wager], fixed[wager])
        if wager in fixed
        else _read_limits(path, wager, raw.limits.get(wager))
        for wager in (BLACKJACK, *(each.wager for each in offered))
    )


def _read_limits(path: Path, wager: str, raw: _RawLimits | None) -> WagerLimits:
    if raw is None:
        raise BadInputError(f"{path}: limits.{wager}: missing; this wager has limits")
    key = f"limits.{wager}"
    return WagerLimits(
        wager=wager,
        minimum_cents=_parse(path, f"{key}.minimum", parse_amount, raw.minimum),
        maximum_cents=_parse(path, f"{key}.maximum", parse_amount, raw.maximum),
        step_cents=_parse(path, f"{key}.step", parse_amount, raw.step),
    )


def _timing(path: Path, raw: _RawTiming) -> Timing:
    def milliseconds(key: str, seconds: float) -> int:
        if not 0.1 <= seconds <= 600:
            raise BadInputError(f"{path}: timing.{key}: must be 0.1 to 600 seconds")
        return round(seconds * 1000)

    return Timing(
        bet_ms=milliseconds("bets", raw.bets),
        insurance_ms=milliseconds("insurance", raw.insurance),
        decision_ms=milliseconds("decision", raw.decision),
        result_ms=milliseconds("results", raw.results),
        session_ms=milliseconds("session", raw.session),
    )


def _check_table(path: Path, setup: TableSetup) -> None:
    if not 1 <= setup.decks <= DECKS_MAX:
        raise BadInputError(f"{path}: decks: must be 1 to {DECKS_MAX} (633a.3)")
    if not 1 <= setup.seats <= SEATS_MAX:
        raise BadInputError(f"{path}: seats: must be 1 to {SEATS_MAX}")
    check_name(path, setup.name)
    _check_chips(path, setup)
    for limits in setup.limits:
        _check_limits(path, limits)
        _check_whole_cents(path, setup.rules, limits)
    for offered in setup.rules.offered:
        check_decks(path, offered, setup.decks)
        _check_long_run(path, offered, setup.decks)
    needed = worst_round_cards(
        decks=setup.decks, seats=setup.seats, hands=setup.rules.house.resplit_hands
    )
    if needed > setup.decks * 52:
        raise BadInputError(
            f"{path}: decks: the worst round of {setup.seats} seats could need {needed} cards, "
            f"{setup.decks} decks have {setup.decks * 52}; add decks or take seats away (633a.3)"
        )


def _check_long_run(path: Path, offered: OfferedWager, decks: int) -> None:
    """A wager must not give back all that is wagered: Dynamic weights or a floor could make one."""
    if offered.wager in COUNTED_WAGERS and long_run_return_max(offered, decks) >= 1:
        raise BadInputError(
            f"{path}: wagers.{offered.wager}: its long-run return would reach 100%; "
            f"choose other weights, rates or floors ({offered.declared.section})"
        )


def _check_chips(path: Path, setup: TableSetup) -> None:
    chips = setup.chips_cents
    if not 1 <= len(chips) <= 6 or list(chips) != sorted(set(chips)) or chips[0] < 1:
        raise BadInputError(f"{path}: chips: one to six different values, smallest first")
    if setup.demo_credit_cents < 1:
        raise BadInputError(f"{path}: demo_credit: must be more than 0.00")
    for limits in setup.limits:
        is_free = limits.minimum_cents != limits.maximum_cents
        if is_free and limits.step_cents > 0 and any(chip % limits.step_cents for chip in chips):
            raise BadInputError(
                f"{path}: chips: each must be a multiple of limits.{limits.wager}.step"
            )


def _check_limits(path: Path, limits: WagerLimits) -> None:
    key = f"limits.{limits.wager}"
    if limits.step_cents < 1:
        raise BadInputError(f"{path}: {key}.step: must be more than 0.00")
    if not 1 <= limits.minimum_cents <= limits.maximum_cents:
        raise BadInputError(f"{path}: {key}.minimum: must be more than 0.00, at most the maximum")
    if limits.minimum_cents % limits.step_cents or limits.maximum_cents % limits.step_cents:
        raise BadInputError(f"{path}: {key}: minimum and maximum must be multiples of the step")


def _check_whole_cents(path: Path, rules: RoundRules, limits: WagerLimits) -> None:
    """Every stake is a multiple of the step, so the step's payouts stand for all."""
    offered = rules.offer(limits.wager)
    if offered is None:
        rows = [("blackjack_pays", rules.house.blackjack_pays, "633a.13")]
        if rules.house.late_surrender:
            rows.append(("late_surrender", Odds(1, 2), "633a.9"))
    else:
        rows = [
            (row.outcome, row.award.odds, offered.declared.section)
            for row in offered.paytable.rows
            if isinstance(row.award, OddsAward)
        ]
    for what, odds, section in rows:
        if limits.step_cents * odds.pays % odds.per:
            raise BadInputError(
                f"{path}: limits.{limits.wager}.step: {what} at {odds} does not pay whole cents on "
                f"every multiple of the step; choose a larger step ({section})"
            )


def _check_pennsylvania(path: Path, house: HouseRules) -> None:
    if house.dealer_hits_soft_17:
        raise BadInputError(
            f"{path}: dealer_hits_soft_17: the dealer stands on all 17s (633a.7(m))"
        )
    if house.blackjack_pays != Odds(3, 2):
        raise BadInputError(f"{path}: blackjack_pays: must be 3:2 (633a.13)")
    if house.split_by != "value":
        raise BadInputError(f"{path}: split_by: cards of equal value may be split (633a.11(a))")


def _parse(path: Path, key: str, parse: Callable[[str], Parsed], text: str) -> Parsed:
    try:
        return parse(text)
    except ValueError as error:
        raise BadInputError(f"{path}: {key}: {error}") from error


def _rules_sha256(setup: TableSetup) -> str:
    """What the journal is bound to: everything but the pace of play and the demo's gift."""
    bound: tuple[Any, ...] = (
        setup.name,
        setup.is_demo,
        setup.decks,
        setup.seats,
        setup.rules.house,
        [_bound_offer(offered) for offered in setup.rules.offered],
        setup.limits,
    )
    return hashlib.sha256(msgspec.json.encode(bound)).hexdigest()


def _bound_offer(offered: OfferedWager) -> dict[str, Any]:
    """A wager's choices; what it declares is code, which the engine's hash names."""
    chosen = msgspec.structs.asdict(offered)
    for derived in ("declared", "checks", "contributions", "must_hit_by"):
        del chosen[derived]
    return chosen | {"wager": offered.wager}

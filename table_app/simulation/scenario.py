"""Scenario files: one file is one round, card by card, with its right results (design, section 9).

Reading and refusing a bad file happens here; `replay.py` plays it.
"""

from collections import Counter
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from table_app.config_loader import (
    RawHouseRules,
    house_rules_of,
    load_house_rules,
    load_paytable,
    read_toml,
)
from table_app.errors import BadInputError
from table_app.game.house_rules import HouseRules
from table_app.game.paytable import Paytable
from table_app.game.rules import BLACKJACK, INSURANCE_PAYS, RoundRules
from table_app.game.wagers import SIDE_WAGERS
from table_app.money import EVEN, Cents, InexactPayoutError, Odds, parse_dollars, returned
from table_app.table.setup import SEATS_MAX, TableSetup, Timing, WagerLimits
from table_app.vocabulary.cards import Card, card
from table_app.vocabulary.commands import WagerStake
from table_app.vocabulary.views import Action

DECKS_MAX = 8
_NO_LIMIT_CENTS = 100_000_000_00


class _RawSeat(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    credit: str
    wagers: dict[str, str]
    actions: tuple[Action, ...] = ()
    insurance: str | None = None
    even_money: bool = False


class RawResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario expects of one settlement."""

    outcome: str | None = None
    paid: str | None = None


class RawHand(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario expects of one hand."""

    cards: tuple[str, ...] | None = None
    result: str | None = None
    paid: str | None = None


class RawSeatExpectation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario expects of one seat."""

    credit: str | None = None
    results: dict[str, RawResult | tuple[RawResult, ...]] = {}
    hands: tuple[RawHand, ...] | None = None


class RawRefused(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario expects to be refused."""

    seat: int
    what: str
    why: str | None = None


class RawExpectation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario expects; every key is optional."""

    dealer: tuple[str, ...] | None = None
    seat: dict[str, RawSeatExpectation] = {}
    refused: tuple[RawRefused, ...] | None = None
    meters: dict[str, str] = {}
    reserves: dict[str, str] = {}


class _RawScenario(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    law: str
    decks: int
    house_rules: str
    shoe: tuple[str, ...]
    seat: tuple[_RawSeat, ...]
    attendant: Literal["to_credit", "by_hand", "none"] = "to_credit"
    rules: dict[str, Any] = {}
    paytables: dict[str, str] = {}
    wagers: dict[str, dict[str, Any]] = {}
    meters: dict[str, str] = {}
    reserves: dict[str, str] = {}
    triggers: dict[str, str] = {}
    dynamic: dict[str, int] = {}
    expect: RawExpectation = RawExpectation()


class ScenarioSeat(Struct, frozen=True):
    """One player of a scenario and everything they will say."""

    number: int
    credit_cents: int
    wagers: tuple[WagerStake, ...]
    actions: tuple[Action, ...]
    insurance_cents: int | None
    even_money: bool


class Scenario(Struct, frozen=True):
    """A scenario that some table could be dealt; `seats` in seat order."""

    path: Path
    title: str
    law: str
    setup: TableSetup
    shoe: tuple[Card, ...]
    seats: tuple[ScenarioSeat, ...]
    expect: RawExpectation


def read_scenario(path: Path, config: Path) -> Scenario:
    """The scenario of a file; raises BadInputError for what no table could be."""
    raw = read_toml(path, _RawScenario)
    _refuse_unbuilt(path, raw)
    if not 1 <= raw.decks <= DECKS_MAX:
        raise BadInputError(f"{path}: decks: must be 1 to {DECKS_MAX} (633a.3)")
    rules = RoundRules(house=_house(path, config, raw), paytables=_paytables(path, config, raw))
    seats = _seats(path, raw)
    for seat in seats:
        _refuse_inexact(path, rules, seat)
    return Scenario(
        path=path,
        title=raw.title,
        law=raw.law,
        setup=_setup(raw, rules),
        shoe=_shoe(path, raw),
        seats=seats,
        expect=_checked_expectation(path, raw, seats),
    )


def _refuse_unbuilt(path: Path, raw: _RawScenario) -> None:
    meters = (*raw.meters, *raw.reserves, *raw.triggers, *raw.expect.meters)
    staked = (wager for seat in raw.seat for wager in seat.wagers)
    owners = (meter.partition(".")[0] for meter in meters)
    for wager in (*raw.paytables, *raw.wagers, *staked, *owners):
        if wager != BLACKJACK and wager not in SIDE_WAGERS:
            raise BadInputError(f"{path}: {wager}: not built yet; built: {', '.join(SIDE_WAGERS)}")
    for key in ("wagers", "meters", "reserves", "triggers", "dynamic"):
        if getattr(raw, key):
            raise BadInputError(f"{path}: {key}: not built yet: no wager here has such a key")
    if raw.expect.meters or raw.expect.reserves:
        raise BadInputError(f"{path}: expect.meters: not built yet: no wager here has a meter")


def _house(path: Path, config: Path, raw: _RawScenario) -> HouseRules:
    named = load_house_rules(config, raw.house_rules, asked_by=path)
    odds = named.blackjack_pays
    fields = msgspec.structs.asdict(named) | {"blackjack_pays": f"{odds.pays}:{odds.per}"}
    name = fields.pop("name")
    try:
        overridden = msgspec.convert(fields | raw.rules, RawHouseRules)
    except msgspec.ValidationError as error:
        raise BadInputError(f"{path}: rules: {error}") from error
    return house_rules_of(path, name, overridden)


def _paytables(path: Path, config: Path, raw: _RawScenario) -> tuple[Paytable, ...]:
    return tuple(
        load_paytable(config, wager, chosen, asked_by=path)
        for wager, chosen in raw.paytables.items()
    )


def _seats(path: Path, raw: _RawScenario) -> tuple[ScenarioSeat, ...]:
    numbers = [seat.number for seat in raw.seat]
    if not numbers or len(set(numbers)) < len(numbers):
        raise BadInputError(f"{path}: seat: at least one seat, and each number once")
    for number in numbers:
        if not 1 <= number <= SEATS_MAX:
            raise BadInputError(f"{path}: seat.number: must be 1 to {SEATS_MAX}, not {number}")
    return tuple(_seat(path, seat) for seat in sorted(raw.seat, key=lambda seat: seat.number))


def _seat(path: Path, raw: _RawSeat) -> ScenarioSeat:
    key = f"seat {raw.number}"
    insurance = raw.insurance
    return ScenarioSeat(
        number=raw.number,
        credit_cents=amount(path, f"{key}: credit", raw.credit),
        wagers=tuple(
            WagerStake(wager, _stake(path, f"{key}: wagers.{wager}", text))
            for wager, text in raw.wagers.items()
        ),
        actions=raw.actions,
        insurance_cents=None if insurance is None else amount(path, f"{key}: insurance", insurance),
        even_money=raw.even_money,
    )


def _stake(path: Path, key: str, text: str) -> int:
    stake = amount(path, key, text)
    if stake < 1:
        raise BadInputError(f"{path}: {key}: a wager is more than 0.00")
    return stake


def _refuse_inexact(path: Path, rules: RoundRules, seat: ScenarioSeat) -> None:
    """Refuse a stake that one of its possible payouts would break into parts of a cent."""
    for placed in seat.wagers:
        paytable = rules.paytable(placed.wager)
        odds: list[Odds]
        if placed.wager == BLACKJACK:
            odds = [EVEN, INSURANCE_PAYS, rules.house.blackjack_pays]
            odds += [Odds(1, 2)] if rules.house.late_surrender else []
        else:
            odds = [row.odds for row in paytable.rows] if paytable else []
        for each in odds:
            try:
                returned(Cents(placed.stake_cents), each)
            except InexactPayoutError as error:
                raise BadInputError(
                    f"{path}: seat {seat.number}: wagers.{placed.wager}: {error} (633a.13)"
                ) from error


def _shoe(path: Path, raw: _RawScenario) -> tuple[Card, ...]:
    try:
        cards = tuple(card(text) for text in raw.shoe)
    except ValueError as error:
        raise BadInputError(f"{path}: shoe: {error}") from error
    for each, count in Counter(cards).items():
        if count > raw.decks:
            raise BadInputError(f"{path}: shoe: {count} of {each} in {raw.decks} decks")
    return cards


def _setup(raw: _RawScenario, rules: RoundRules) -> TableSetup:
    """A table without limits of its own, on which the scenario's wagers are all that counts."""
    wagers = (BLACKJACK, *raw.paytables)
    return TableSetup(
        name="scenario",
        is_demo=True,
        decks=raw.decks,
        seats=SEATS_MAX,
        rules=rules,
        limits=tuple(WagerLimits(wager, 1, _NO_LIMIT_CENTS, 1) for wager in wagers),
        chips_cents=(1,),
        demo_credit_cents=1,
        timing=Timing(bet_ms=0, insurance_ms=0, decision_ms=0, result_ms=0),
        rules_sha256="",
    )


def _checked_expectation(
    path: Path, raw: _RawScenario, seats: tuple[ScenarioSeat, ...]
) -> RawExpectation:
    numbers = {str(seat.number) for seat in seats}
    for number in raw.expect.seat:
        if number not in numbers:
            raise BadInputError(f"{path}: expect.seat.{number}: no such seat in this scenario")
    return raw.expect


def amount(path: Path, key: str, text: str) -> Cents:
    """Cents of `"12.50"`; raises BadInputError naming file and key."""
    try:
        return parse_dollars(text)
    except ValueError as error:
        raise BadInputError(f"{path}: {key}: {error}") from error

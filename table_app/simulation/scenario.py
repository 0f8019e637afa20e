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
    RawOptions,
    Wagers,
    check_decks,
    house_rules_of,
    load_house_rules,
    load_offered,
    load_wager_tables,
    read_toml,
)
from table_app.errors import BadInputError
from table_app.game.house_rules import HouseRules
from table_app.game.paytable import OddsAward
from table_app.game.progressive import first_start
from table_app.game.rules import BLACKJACK, INSURANCE_PAYS, OfferedWager, RoundRules
from table_app.game.wagers import SIDE_WAGERS
from table_app.money import (
    EVEN,
    Cents,
    InexactPayoutError,
    Odds,
    dollars,
    parse_dollars,
    parse_micros,
    returned,
)
from table_app.table.setup import NOWHERE, SEATS_MAX, TableSetup, Timing, WagerLimits
from table_app.vocabulary.cards import Card, card
from table_app.vocabulary.commands import AwardMethod, DynamicPay, MeterStart, WagerStake
from table_app.vocabulary.secrets import UNIFORM_BYTES, Trigger, Uniform
from table_app.vocabulary.views import Action

DECKS_MAX = 8
DYNAMIC_HANDS_MAX = 3
UNSTAKED_CENTS = 100
"""The amount of a wager with meters that a scenario offers and nobody stakes."""

HIGHEST_UNIFORM = (1 << (8 * UNIFORM_BYTES)) - 1
"""The number that puts every next trigger at the cap."""

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


class RawLock(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario expects a seat to be locked for."""

    wager: str
    outcome: str
    award: str | None = None


class RawSeatExpectation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario expects of one seat."""

    credit: str | None = None
    results: dict[str, RawResult | tuple[RawResult, ...]] = {}
    hands: tuple[RawHand, ...] | None = None
    locked_for: tuple[RawLock, ...] | None = None


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
    wagers: dict[str, RawOptions] = {}
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
    meters: tuple[MeterStart, ...]
    dynamic_pays: tuple[DynamicPay, ...]
    attendant: AwardMethod | None
    expect: RawExpectation


def read_scenario(path: Path, config: Path, wagers: Wagers = SIDE_WAGERS) -> Scenario:
    """The scenario of a file; raises BadInputError for what no table could be."""
    raw = read_toml(path, _RawScenario)
    if not 1 <= raw.decks <= DECKS_MAX:
        raise BadInputError(f"{path}: decks: must be 1 to {DECKS_MAX} (633a.3)")
    seats = _seats(path, raw)
    offered = _offered(path, config, wagers, raw, seats)
    rules = RoundRules(house=_house(path, config, raw), offered=offered)
    for seat in seats:
        _refuse_forbidden(path, rules, wagers, seat)
    return Scenario(
        path=path,
        title=raw.title,
        law=raw.law,
        setup=_setup(raw, rules),
        shoe=_shoe(path, raw),
        seats=seats,
        meters=read_meters(path, rules, raw.meters, raw.reserves, raw.triggers),
        dynamic_pays=_dynamic_pays(path, rules, raw),
        attendant=None if raw.attendant == "none" else raw.attendant,
        expect=_checked_expectation(path, raw, seats),
    )


def _offered(
    path: Path,
    config: Path,
    wagers: Wagers,
    raw: _RawScenario,
    seats: tuple[ScenarioSeat, ...],
) -> tuple[OfferedWager, ...]:
    """The wagers of the file; one with meters and no `wager` of its own has the first seat's."""
    options = dict(raw.wagers)
    for wager, chosen in raw.paytables.items():
        given = options.get(wager, RawOptions())
        placed = (each.stake_cents for seat in seats for each in seat.wagers if each.wager == wager)
        first = next(placed, None)
        if given.wager is None and wager in wagers:
            paytable = load_wager_tables(config, wagers[wager]).paytables.get(chosen)
            if paytable is not None and paytable.meters:
                stake = first or next(iter(wagers[wager].stakes_cents), UNSTAKED_CENTS)
                options[wager] = msgspec.structs.replace(given, wager=dollars(Cents(stake)))
    offered = load_offered(config, wagers, raw.paytables, options, asked_by=path)
    for each in offered:
        check_decks(path, each, raw.decks)
    return offered


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


def _refuse_forbidden(path: Path, rules: RoundRules, wagers: Wagers, seat: ScenarioSeat) -> None:
    """Refuse a stake that the law forbids, or that a payout would break into parts of a cent."""
    for placed in seat.wagers:
        key = f"seat {seat.number}: wagers.{placed.wager}"
        if placed.wager == BLACKJACK:
            house = rules.house
            odds = [EVEN, INSURANCE_PAYS, house.blackjack_pays]
            odds += [Odds(1, 2)] if house.late_surrender else []
            section = "633a.13"
        else:
            if placed.wager not in wagers:
                known = ", ".join(wagers)
                raise BadInputError(f"{path}: {key}: not built yet; built: {known}")
            offered = rules.offer(placed.wager)
            section = wagers[placed.wager].section
            if offered and offered.stake_cents not in (None, placed.stake_cents):
                raise BadInputError(
                    f"{path}: {key}: this wager is {dollars(offered.stake)} at this table ({section})"
                )
            rows = offered.paytable.rows if offered else ()
            odds = [row.award.odds for row in rows if isinstance(row.award, OddsAward)]
        for each in odds:
            try:
                returned(Cents(placed.stake_cents), each)
            except InexactPayoutError as error:
                raise BadInputError(f"{path}: {key}: {error} ({section})") from error


def read_meters(
    path: Path,
    rules: RoundRules,
    amounts: dict[str, str],
    reserves: dict[str, str],
    triggers: dict[str, str],
) -> tuple[MeterStart, ...]:
    """How the meters begin: as the file says, else at the seed, without reserve, trigger at the cap."""
    starts = []
    known = set()
    for offered in rules.offered:
        for terms in offered.meters:
            meter = offered.meter_id(terms.meter)
            known.add(meter)
            highest = Uniform(meter=meter, value=HIGHEST_UNIFORM) if terms.cap_cents else None
            start = first_start(offered, terms, highest)
            trigger = start.trigger
            if meter in triggers and trigger is not None:
                cents = amount(path, f"triggers.{meter}", triggers[meter])
                if not 1 <= cents <= (terms.cap_cents or 0):
                    raise BadInputError(
                        f"{path}: triggers.{meter}: must be 0.01 to the meter's "
                        f"{dollars(Cents(terms.cap_cents or 0))}"
                    )
                trigger = Trigger(meter=meter, amount_cents=cents, salt=trigger.salt)
            starts.append(
                MeterStart(
                    meter=meter,
                    amount_micros=_micros(path, f"meters.{meter}", amounts.get(meter))
                    or (0 if meter in amounts else start.amount_micros),
                    reserve_micros=_micros(path, f"reserves.{meter}", reserves.get(meter)),
                    trigger=trigger,
                )
            )
    with_trigger = {start.meter for start in starts if start.trigger is not None}
    for key, given, allowed in (
        ("meters", amounts, known),
        ("reserves", reserves, known),
        ("triggers", triggers, with_trigger),
    ):
        for meter in given:
            if meter not in allowed:
                raise BadInputError(f"{path}: {key}.{meter}: this table has no such meter")
    return tuple(starts)


def _micros(path: Path, key: str, text: str | None) -> int:
    if text is None:
        return 0
    try:
        return parse_micros(text)
    except ValueError as error:
        raise BadInputError(f"{path}: {key}: {error}") from error


def _dynamic_pays(path: Path, rules: RoundRules, raw: _RawScenario) -> tuple[DynamicPay, ...]:
    rows = {
        row.outcome: row.dynamic_for_1
        for offered in rules.offered
        for row in offered.paytable.rows
        if row.dynamic_for_1
    }
    for outcome, pays in raw.dynamic.items():
        if pays not in rows.get(outcome, ()):
            raise BadInputError(
                f"{path}: dynamic.{outcome}: {pays} is no raised odds of this paytable (633b.25(i))"
            )
    if len(raw.dynamic) > DYNAMIC_HANDS_MAX:
        raise BadInputError(f"{path}: dynamic: at most {DYNAMIC_HANDS_MAX} hands (633b.25(g))")
    return tuple(DynamicPay(outcome, pays) for outcome, pays in raw.dynamic.items())


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
    return TableSetup(
        name="scenario",
        is_demo=True,
        decks=raw.decks,
        seats=SEATS_MAX,
        rules=rules,
        limits=(
            WagerLimits(BLACKJACK, 1, _NO_LIMIT_CENTS, 1),
            *(_scenario_limits(offered) for offered in rules.offered),
        ),
        chips_cents=(1,),
        demo_credit_cents=1,
        timing=Timing(bet_ms=0, insurance_ms=0, decision_ms=0, result_ms=0),
        jurisdiction=NOWHERE,
        rules_sha256="",
    )


def _scenario_limits(offered: OfferedWager) -> WagerLimits:
    if offered.stake_cents is None:
        return WagerLimits(offered.wager, 1, _NO_LIMIT_CENTS, 1)
    stake = offered.stake_cents
    return WagerLimits(offered.wager, stake, stake, stake)


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

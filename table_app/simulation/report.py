"""What a scenario expects beside what happened, and the round as programs read it."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import Struct

from table_app.errors import BadInputError
from table_app.money import Cents, dollars, parse_micros
from table_app.simulation.replay import Replayed
from table_app.simulation.scenario import (
    RawHand,
    RawLock,
    RawResult,
    RawSeatExpectation,
    Scenario,
    amount,
)
from table_app.vocabulary.cards import Card, card
from table_app.vocabulary.facts import AwardClosed, AwardReserved, BetsOpened, WagerSettled

MUST_HIT_METERS = ("must_hit_by", "mystery")
"""Meters that no hand wins; their ids are their outcomes."""


class Check(Struct, frozen=True):
    """One expectation of a scenario beside what happened."""

    what: str
    expected: str
    happened: str

    @property
    def is_met(self) -> bool:
        return self.expected == self.happened


def checks(scenario: Scenario, replayed: Replayed) -> tuple[Check, ...]:
    """Every expectation of the scenario beside what happened."""
    return tuple(_checks(scenario, replayed))


def _checks(scenario: Scenario, replayed: Replayed) -> Iterator[Check]:
    yield Check("ledger", "balanced", "balanced" if replayed.balanced else "not balanced")
    expect = scenario.expect
    if expect.dealer is not None:
        yield Check("dealer", _spelled(scenario, expect.dealer), " ".join(_dealer(replayed)))
    if expect.refused is not None:
        yield _refused_check(scenario, replayed)
    for what, wanted, happened in (
        ("meter", expect.meters, _meters(replayed)),
        ("reserve", expect.reserves, _reserves(replayed)),
    ):
        for name, amount_text in wanted.items():
            yield _meter_check(scenario, f"{what} {name}", amount_text, happened.get(name))
    for number, seat in expect.seat.items():
        yield from _seat_checks(
            scenario, f"seat {number}", seat, _seat_report(replayed, int(number))
        )


def _seat_checks(
    scenario: Scenario, what: str, wanted: RawSeatExpectation, happened: dict[str, Any]
) -> Iterator[Check]:
    if wanted.credit is not None:
        yield _money(scenario, f"{what} credit", wanted.credit, happened["credit_cents"])
    for wager, results in wanted.results.items():
        as_list = results if isinstance(results, tuple) else (results,)
        yield from _result_checks(
            scenario, f"{what} {wager}", as_list, happened["results"].get(wager, [])
        )
    if wanted.locked_for is not None:
        yield _locked_check(scenario, what, wanted.locked_for, happened["locked_for"])
    if wanted.hands is not None:
        yield Check(f"{what} hands", str(len(wanted.hands)), str(len(happened["hands"])))
        for index, (hand, was) in enumerate(zip(wanted.hands, happened["hands"], strict=False)):
            yield from _hand_checks(scenario, f"{what} hand {index + 1}", hand, was)


def _locked_check(
    scenario: Scenario, what: str, wanted: tuple[RawLock, ...], happened: list[dict[str, Any]]
) -> Check:
    """Wager and outcome of each award, in order; the amount only where the scenario gives one."""
    where = f"expect: {what} locked_for"
    amounts = [
        None if lock.award is None else amount(scenario.path, where, lock.award) for lock in wanted
    ]
    return Check(
        f"{what} locked for",
        "; ".join(
            _lock_words(lock.wager, lock.outcome, cents)
            for lock, cents in zip(wanted, amounts, strict=True)
        ),
        "; ".join(
            _lock_words(was["wager"], was["outcome"], None if cents is None else was["award_cents"])
            for was, cents in zip_longest(happened, amounts[: len(happened)])
        ),
    )


def _lock_words(wager: str, outcome: str, cents: int | None) -> str:
    return f"{wager} {outcome}" if cents is None else f"{wager} {outcome} {dollars(Cents(cents))}"


def _meter_check(scenario: Scenario, what: str, expected: str, happened: int | None) -> Check:
    try:
        wanted = parse_micros(expected)
    except ValueError as error:
        raise BadInputError(f"{scenario.path}: expect: {what}: {error}") from error
    if happened is None:
        raise BadInputError(f"{scenario.path}: expect: {what}: this table has no such meter")
    return Check(what, f"{wanted} micro-dollars", f"{happened} micro-dollars")


def _hand_checks(
    scenario: Scenario, what: str, wanted: RawHand, happened: dict[str, Any]
) -> Iterator[Check]:
    if wanted.cards is not None:
        yield Check(f"{what} cards", _spelled(scenario, wanted.cards), " ".join(happened["cards"]))
    if wanted.result is not None:
        yield Check(f"{what} result", wanted.result, happened["result"])
    if wanted.paid is not None:
        yield _money(scenario, f"{what} paid", wanted.paid, happened["paid_cents"])


def _refused_check(scenario: Scenario, replayed: Replayed) -> Check:
    """Seat and thing refused, in order; the reason only where the scenario gives one."""
    wanted = scenario.expect.refused or ()
    reasons = [want.why for want in wanted] + [None] * len(replayed.refused)
    return Check(
        "refused",
        "; ".join(f"seat {want.seat} {want.what} {want.why or ''}".strip() for want in wanted),
        "; ".join(
            f"seat {was.seat} {was.what} {was.why if why else ''}".strip()
            for was, why in zip(replayed.refused, reasons, strict=False)
        ),
    )


def _result_checks(
    scenario: Scenario, what: str, wanted: tuple[RawResult, ...], happened: list[dict[str, Any]]
) -> Iterator[Check]:
    yield Check(f"{what} settlements", str(len(wanted)), str(len(happened)))
    for want, was in zip(wanted, happened, strict=False):
        if want.outcome is not None:
            yield Check(f"{what} outcome", want.outcome, was["outcome"])
        if want.paid is not None:
            yield _money(scenario, f"{what} paid", want.paid, was["paid_cents"])


def _money(scenario: Scenario, what: str, expected: str, happened_cents: int) -> Check:
    wanted = amount(scenario.path, f"expect: {what}", expected)
    return Check(what, dollars(wanted), dollars(Cents(happened_cents)))


def _spelled(scenario: Scenario, cards: tuple[str, ...]) -> str:
    try:
        return " ".join(card(text) for text in cards)
    except ValueError as error:
        raise BadInputError(f"{scenario.path}: expect: {error}") from error


def report(scenario: Scenario, replayed: Replayed) -> dict[str, Any]:
    """The round as `replay --json` prints it (design, section 9)."""
    return {
        "seats": {str(seat.number): _seat_report(replayed, seat.number) for seat in scenario.seats},
        "dealer": list(_dealer(replayed)),
        "meters_micros": _meters(replayed),
        "reserves_micros": _reserves(replayed),
        "refused": [msgspec.structs.asdict(refused) for refused in replayed.refused],
        "balanced": replayed.balanced,
        "facts": [
            msgspec.to_builtins(fact, enc_hook=repr)
            for fact in replayed.facts
            if not isinstance(fact, BetsOpened)
        ],
    }


def _meters(replayed: Replayed) -> dict[str, int]:
    return {meter.meter: meter.amount_micros for meter in replayed.state.meters}


def _reserves(replayed: Replayed) -> dict[str, int]:
    return {meter.meter: meter.reserve_micros for meter in replayed.state.meters}


def _dealer(replayed: Replayed) -> tuple[Card, ...]:
    return replayed.state.round.dealer if replayed.state.round else ()


def _seat_report(replayed: Replayed, seat: int) -> dict[str, Any]:
    box = replayed.state.round.box(seat) if replayed.state.round else None
    closed = {fact.award for fact in replayed.facts if isinstance(fact, AwardClosed)}
    results: dict[str, list[dict[str, Any]]] = {}
    for fact in replayed.facts:
        if isinstance(fact, WagerSettled) and fact.seat == seat:
            results.setdefault(fact.wager, []).append(
                {
                    "outcome": fact.outcome,
                    "stake_cents": fact.stake_cents,
                    "paid_cents": fact.paid_cents,
                    "from": fact.source,
                }
            )
        elif isinstance(fact, AwardReserved) and fact.seat == seat:
            _add_award(results.setdefault(fact.wager, []), fact, is_closed=fact.award in closed)
    return {
        "credit_cents": replayed.state.credit_cents(seat),
        "results": results,
        "hands": [
            {
                "cards": list(hand.cards),
                "result": hand.result,
                "stake_cents": hand.stake_cents,
                "paid_cents": hand.paid_cents,
            }
            for hand in (box.hands if box else ())
        ],
        "locked_for": [
            {
                "wager": waiting.wager,
                "outcome": waiting.outcome,
                "award_cents": waiting.amount_cents,
            }
            for waiting in replayed.state.awards_of(seat)
        ],
    }


def _add_award(settled: list[dict[str, Any]], fact: AwardReserved, *, is_closed: bool) -> None:
    """A hand's award belongs to its settlement; a must-hit-by or mystery award stands alone."""
    paid = fact.amount_cents if is_closed else 0
    if fact.outcome in MUST_HIT_METERS:
        settled.append(
            {"outcome": fact.outcome, "stake_cents": 0, "paid_cents": paid, "from": "meter"}
        )
    else:
        settled[-1]["paid_cents"] += paid

"""A side wager's par sheet: exact counts, returns and meters of one paytable with so many decks.

Returns are fractions of the wager and count all that is credited, a returned stake included. A
share of a meter is not floored to the cent here: the remainder stays on the meter and is won later.
"""

from fractions import Fraction
from math import ceil
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from table_app.errors import BadInputError
from table_app.game.dynamic import DynamicWeights
from table_app.game.paytable import (
    LOSE,
    FixedAward,
    MeterAward,
    MeterTerms,
    OddsAward,
    Paytable,
    PaytableRow,
)
from table_app.game.rules import OfferedWager
from table_app.money import Cents, dollars, micros
from table_app.odds.composition import full_shoe
from table_app.odds.counts import count_deals, count_outcomes
from table_app.odds.dynamic_21_3 import mean_for_1
from table_app.odds.must_hit_by import MustHitByOdds, must_hit_by_odds, rate
from table_app.vocabulary.cards import SUITS

Basis = Literal["as_printed", "to_1", "for_1"]


class Choices(Struct, frozen=True):
    """What an operator chooses for a wager beside its paytable and decks.

    `basis` other than `as_printed` pays every printed odds on that basis.
    """

    stake_cents: int
    chosen_suit: str
    weights: DynamicWeights
    basis: Basis


STANDARD_CHOICES = Choices(
    stake_cents=100, chosen_suit="S", weights=DynamicWeights(), basis="as_printed"
)
"""A wager of $1, all as printed; 633c.6(e) asks $5 of Super 4."""


class OutcomeOdds(Struct, frozen=True):
    """One row: how many of all ordered deals make it, and the award in the words printed.

    `mean_for_1` is what a row with raised odds pays on average, picked or not.
    """

    outcome: str
    combinations: int
    total: int
    award: str
    mean_for_1: Fraction | None = None


class MeterOdds(Struct, frozen=True):
    """One meter: the share of it that a wager wins by its cards on average, and what that is worth.

    `break_even_micros` is the amount from which the wager returns 100%, other meters at their
    seeds; None where the cards cannot win the meter. A must-hit-by meter is won by no hand.
    `long_run_return` leaves out the floor that the house promised, which returns at most
    `floor_return_max` more.
    """

    meter: str
    weight_per_wager: Fraction
    seed_micros: int
    increment_bp: int
    reserve_bp: int
    reseeds_from: Literal["reserve", "seed"]
    break_even_micros: int | None
    long_run_return: Fraction
    must_hit_by: MustHitByOdds | None
    floor_micros: int
    floor_return_max: Fraction


class ParSheet(Struct, frozen=True):
    """`fixed_return` leaves out meters; `return_at_seed` counts what hands win of meters at their
    seeds; `long_run_return` is what all wagers of a long time get back, meters included, and
    `long_run_return_max` an upper bound of it with the floors that the house promised.
    """

    wager: str
    paytable: str
    decks: int
    stake_cents: int
    outcomes: tuple[OutcomeOdds, ...]
    hit_frequency: Fraction
    fixed_return: Fraction
    meters: tuple[MeterOdds, ...]
    return_at_seed: Fraction
    long_run_return: Fraction
    long_run_return_max: Fraction


def par_sheet(paytable: Paytable, decks: int, choices: Choices) -> ParSheet:
    """The exact odds of a paytable; raises BadInputError when it is not permitted for the decks."""
    _check(paytable, decks, choices)
    outcomes = _outcomes(paytable, decks, choices)
    fixed = sum(
        (
            Fraction(line.combinations, line.total) * _credited(row, line, choices)
            for row, line in zip(paytable.rows, outcomes, strict=False)
        ),
        Fraction(0),
    )
    shares = _shares(paytable, outcomes)
    at_seed = fixed + sum(_at_seed(meter, shares, choices) for meter in paytable.meters)
    meters = tuple(_meter(meter, shares, choices, at_seed) for meter in paytable.meters)
    long_run = fixed + sum(meter.long_run_return for meter in meters)
    return ParSheet(
        wager=paytable.wager,
        paytable=paytable.paytable,
        decks=decks,
        stake_cents=choices.stake_cents,
        outcomes=outcomes,
        hit_frequency=1 - Fraction(outcomes[-1].combinations, outcomes[-1].total),
        fixed_return=fixed,
        meters=meters,
        return_at_seed=at_seed,
        long_run_return=long_run,
        long_run_return_max=long_run + sum(meter.floor_return_max for meter in meters),
    )


def offered_sheet(offered: OfferedWager, decks: int) -> ParSheet:
    """The odds of a wager as a table offers it: its amount, choices, weights, meters and floors."""
    choices = Choices(
        stake_cents=offered.stake_cents or STANDARD_CHOICES.stake_cents,
        chosen_suit=offered.options.chosen_suit,
        weights=offered.weights,
        basis="as_printed",
    )
    return par_sheet(replace(offered.paytable, meters=offered.meters), decks, choices)


def long_run_return_max(offered: OfferedWager, decks: int) -> Fraction:
    """The most that all wagers of a long time get back; at 1 the table must be refused."""
    return offered_sheet(offered, decks).long_run_return_max


class _Share(Struct, frozen=True):
    """Of one meter, per wager: the mean share won, and the chance of winning all of it."""

    weight: Fraction = Fraction(0)
    full: Fraction = Fraction(0)


def _check(paytable: Paytable, decks: int, choices: Choices) -> None:
    where = f"{paytable.wager} paytable {paytable.paytable}"
    if decks not in paytable.decks:
        permitted = ", ".join(map(str, paytable.decks))
        raise BadInputError(f"decks: {where} is permitted with {permitted} decks, not {decks}")
    if choices.stake_cents < 1:
        raise BadInputError(f"stake: {where}: must be more than 0.00")
    if paytable.wager == "super_4" and choices.chosen_suit not in tuple(SUITS):
        raise BadInputError(f"chosen suit: {where}: must be one of {' '.join(SUITS)}")


def _outcomes(paytable: Paytable, decks: int, choices: Choices) -> tuple[OutcomeOdds, ...]:
    """The paytable's rows in order, then `lose`."""
    shoe = full_shoe(decks)
    counts = count_outcomes(paytable.wager, shoe, chosen_suit=choices.chosen_suit)
    total = count_deals(paytable.wager, shoe)
    means = mean_for_1(paytable.rows, choices.weights)
    lines = tuple(
        OutcomeOdds(
            outcome=row.outcome,
            combinations=counts[row.outcome],
            total=total,
            award=_words(row, choices.basis),
            mean_for_1=means.get(row.outcome),
        )
        for row in paytable.rows
    )
    lost = total - sum(line.combinations for line in lines)
    return (*lines, OutcomeOdds(outcome=LOSE, combinations=lost, total=total, award="loss"))


def _credited(row: PaytableRow, line: OutcomeOdds, choices: Choices) -> Fraction:
    """Everything credited for a wager of 1 when the row wins, its share of a meter left out."""
    if line.mean_for_1 is not None:
        return line.mean_for_1
    match row.award:
        case OddsAward():
            stake = 1 if _basis(row.award, choices.basis) == "to_1" else 0
            return Fraction(row.award.odds.pays, row.award.odds.per) + stake
        case FixedAward():
            return Fraction(row.award.cents, choices.stake_cents)
        case MeterAward():
            return Fraction(0)
        case _:
            assert_never(row.award)


def _basis(award: OddsAward, basis: Basis) -> Literal["to_1", "for_1"]:
    return award.basis if basis == "as_printed" else basis


def _words(row: PaytableRow, basis: Basis) -> str:
    match row.award:
        case OddsAward():
            word = "to" if _basis(row.award, basis) == "to_1" else "for"
            return f"{row.award.odds.pays} {word} {row.award.odds.per}"
        case FixedAward():
            return f"${dollars(Cents(row.award.cents))}"
        case MeterAward():
            return f"{row.award.percent}% of {row.award.meter}"
        case _:
            assert_never(row.award)


def _shares(paytable: Paytable, outcomes: tuple[OutcomeOdds, ...]) -> dict[str, _Share]:
    shares = {meter.meter: _Share() for meter in paytable.meters}
    for row, line in zip(paytable.rows, outcomes, strict=False):
        if isinstance(row.award, MeterAward):
            chance = Fraction(line.combinations, line.total)
            before = shares[row.award.meter]
            shares[row.award.meter] = _Share(
                weight=before.weight + chance * row.award.percent / 100,
                full=before.full + (chance if row.award.percent == 100 else 0),
            )
    return shares


def _at_seed(terms: MeterTerms, shares: dict[str, _Share], choices: Choices) -> Fraction:
    stake = Cents(choices.stake_cents)
    weight = shares.get(terms.meter, _Share()).weight
    return weight * Fraction(terms.seed_micros(stake), micros(stake))


def _meter(
    terms: MeterTerms, shares: dict[str, _Share], choices: Choices, at_seed: Fraction
) -> MeterOdds:
    stake = Cents(choices.stake_cents)
    share = shares.get(terms.meter, _Share())
    others = at_seed - _at_seed(terms, shares, choices)
    must_hit_by = None if terms.cap_cents is None else must_hit_by_odds(terms, stake)
    return MeterOdds(
        meter=terms.meter,
        weight_per_wager=share.weight,
        seed_micros=terms.seed_micros(stake),
        increment_bp=terms.increment_bp,
        reserve_bp=terms.reserve_bp,
        reseeds_from=terms.reseeds_from,
        break_even_micros=_break_even(share.weight, others, stake),
        long_run_return=_long_run(terms, share, must_hit_by, stake),
        must_hit_by=must_hit_by,
        floor_micros=micros(Cents(terms.floor_cents)),
        floor_return_max=_floor_return_max(terms, share, stake),
    )


def _break_even(weight: Fraction, others: Fraction, stake: Cents) -> int | None:
    if weight == 0:
        return None
    return max(0, ceil((1 - others) * micros(stake) / weight))


def _long_run(
    terms: MeterTerms, share: _Share, must_hit_by: MustHitByOdds | None, stake: Cents
) -> Fraction:
    """What a meter gives back in the long run: all that was put in it, and the house's reseeds.

    A meter restarts when it is won whole; from its reserve, which wagers fed, or from a new seed
    (reading 3). One that no hand can win, as with too few decks, gives nothing back.
    """
    if must_hit_by is not None:
        restarts = must_hit_by.hits_per_wager_long_run
    elif share.weight == 0:
        return Fraction(0)
    else:
        restarts = share.full
    if terms.reseeds_from == "reserve":
        return rate(terms.increment_bp + terms.reserve_bp)
    return rate(terms.increment_bp) + restarts * Fraction(terms.seed_micros(stake), micros(stake))


def _floor_return_max(terms: MeterTerms, share: _Share, stake: Cents) -> Fraction:
    """The most that the house's floor gives back: all of the floor each time that it may be due.

    That is whenever a hand wins the whole meter. A must-hit-by meter that was lifted begins a cycle
    at its floor, and its trigger is uniform from there to the cap: on average that cycle takes half
    of (cap - floor) or more, and no floor is paid within it.
    """
    floor = Fraction(terms.floor_cents, stake)
    if terms.cap_cents is None:
        return share.full * floor
    room = Fraction(terms.cap_cents - terms.floor_cents, stake)
    return floor * 2 * rate(terms.increment_bp) / room

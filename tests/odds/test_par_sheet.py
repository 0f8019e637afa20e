"""A par sheet adds up, refuses what is not permitted, and shows what the operator's choices do."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from table_app.errors import BadInputError
from table_app.game.dynamic import DynamicWeights, pick_dynamic_pays
from table_app.game.paytable import OddsAward, Paytable
from table_app.game.rules import OfferedWager
from table_app.game.wagers import SIDE_WAGERS, Options
from table_app.odds import STANDARD_CHOICES, long_run_return_max, offered_sheet, par_sheet
from tests.odds.sheets import EVERY_SHEET, FIVE_DOLLARS, combinations, paytable, sheet, tables


@pytest.mark.parametrize(("wager", "name", "decks"), EVERY_SHEET)
def test_every_sheet_adds_up(wager: str, name: str, decks: int) -> None:
    of = sheet(wager, name, decks)
    stake_micros = of.stake_cents * 10_000
    seeds = sum(meter.weight_per_wager * meter.seed_micros / stake_micros for meter in of.meters)

    assert sum(combinations(of).values()) == of.outcomes[0].total
    assert min(combinations(of).values()) >= 0
    assert of.outcomes[-1].outcome == "lose"
    assert of.return_at_seed == of.fixed_return + seeds
    assert 0 < of.fixed_return <= of.long_run_return < 1


@pytest.mark.parametrize(("wager", "name", "decks"), EVERY_SHEET)
def test_a_meter_at_its_break_even_amount_makes_the_wager_fair(
    wager: str, name: str, decks: int
) -> None:
    of = sheet(wager, name, decks)
    stake_micros = of.stake_cents * 10_000
    won = [meter for meter in of.meters if meter.break_even_micros is not None]

    for meter in won:
        assert meter.break_even_micros is not None
        above_seed = meter.break_even_micros - meter.seed_micros
        at_it = of.return_at_seed + meter.weight_per_wager * above_seed / stake_micros
        assert 1 <= at_it < 1 + meter.weight_per_wager / stake_micros


def test_returns_do_not_depend_on_the_stake_where_seeds_are_multiples() -> None:
    one, five = (
        sheet("lucky_ladies", "9", 6, choices) for choices in (STANDARD_CHOICES, FIVE_DOLLARS)
    )

    assert one.return_at_seed == five.return_at_seed
    assert one.long_run_return == five.long_run_return
    assert five.meters[0].seed_micros == 5 * one.meters[0].seed_micros


def test_a_meter_that_too_few_decks_cannot_win_gives_nothing_back() -> None:
    of = sheet("blazing_7s", "B", 2)

    assert of.meters[0].break_even_micros is None
    assert of.long_run_return == of.fixed_return


def test_a_meter_reseeded_by_the_house_returns_its_increment_and_its_seeds() -> None:
    of = sheet("lucky_ladies", "5", 6)
    main = of.meters[0]

    assert main.long_run_return == Fraction(17, 100) + 2000 * main.weight_per_wager


def test_a_mystery_meter_adds_its_increment_and_its_reseeds() -> None:
    mystery = tables("super_4").mystery["1"]
    plain = sheet("super_4", "1-1", 8)
    with_mystery = replace(
        paytable("super_4", "1-1"), meters=(*paytable("super_4", "1-1").meters, mystery)
    )
    of = par_sheet(with_mystery, 8, FIVE_DOLLARS)
    meter = of.meters[-1]

    # From 250.00, 25 cents a wager, the trigger equally likely at each of 75,000 cents.
    wagers = Fraction(sum(-(-cent // 25) for cent in range(1, 75_001)), 75_000)
    assert meter.must_hit_by is not None
    assert 1 / meter.must_hit_by.hits_per_wager_long_run == wagers
    assert of.long_run_return - plain.long_run_return == Fraction(5, 100) + 50 / wagers
    assert of.return_at_seed == plain.return_at_seed


@pytest.mark.parametrize("stake_cents", [667, 700, 1000])
def test_a_wager_whose_must_hit_by_seed_is_not_below_the_cap_is_refused(stake_cents: int) -> None:
    with pytest.raises(BadInputError, match="must-hit-by"):
        sheet("dynamic_21_3", "3", 8, replace(STANDARD_CHOICES, stake_cents=stake_cents))


def test_dynamic_weights_that_would_return_everything_can_be_refused() -> None:
    uniform = OfferedWager(
        declared=SIDE_WAGERS["dynamic_21_3"],
        paytable=paytable("dynamic_21_3", "2"),
        stake_cents=500,
        meters=paytable("dynamic_21_3", "2").meters,
    )
    generous = replace(uniform, weights=DynamicWeights(counts=(0, 0, 1), values=(*[0] * 9, 1)))

    assert long_run_return_max(uniform, 8) < 1 <= long_run_return_max(generous, 8)


def test_an_offered_wager_is_reckoned_with_its_own_amount_meters_and_suit() -> None:
    mystery = tables("super_4").mystery["2"]
    meters = (*paytable("super_4", "3-2").meters, mystery)
    of = offered_sheet(
        OfferedWager(
            declared=SIDE_WAGERS["super_4"],
            paytable=paytable("super_4", "3-2"),
            options=Options(chosen_suit="D"),
            stake_cents=500,
            meters=meters,
        ),
        4,
    )

    assert (of.stake_cents, of.meters[-1].meter) == (500, "mystery")
    assert of.return_at_seed == sheet("super_4", "3-2", 4).return_at_seed


def with_floor(wager: str, name: str, meter: str, floor_cents: int) -> Paytable:
    table = paytable(wager, name)
    meters = tuple(
        replace(terms, floor_cents=floor_cents) if terms.meter == meter else terms
        for terms in table.meters
    )
    return replace(table, meters=meters)


def test_a_floor_is_counted_as_paid_in_full_each_time_a_hand_wins_the_whole_meter() -> None:
    of = par_sheet(with_floor("lucky_ladies", "7", "main", 300_000), 8, FIVE_DOLLARS)

    # Two queens of hearts, and an ace of hearts with 30 other tens of hearts, or of another suit
    # with its 32; each pair of cards in either order. $3,000 is 600 times $5.
    deals = 8 * 7 * 2 * 8 * (30 + 3 * 32)
    whole = Fraction(deals, 416 * 415 * 414 * 413)
    assert of.meters[0].floor_return_max == 600 * whole
    assert of.long_run_return == sheet("lucky_ladies", "7", 8, FIVE_DOLLARS).long_run_return
    assert of.long_run_return_max == of.long_run_return + 600 * whole


def test_a_must_hit_by_floor_is_counted_once_in_each_cycle_that_begins_at_it() -> None:
    main, must_hit_by = par_sheet(
        with_floor("dynamic_21_3", "3", "must_hit_by", 25_000), 8, STANDARD_CHOICES
    ).meters

    # From 250 to a trigger up to 1000 takes 375 on average: 7,500 wagers that add 5 cents.
    assert must_hit_by.floor_return_max == Fraction(250, 7500)
    assert main.floor_return_max == 0


@pytest.mark.parametrize("floor_cents", [5_000, 25_000, 90_000])
def test_the_house_never_pays_more_for_a_floor_than_the_sheet_says(floor_cents: int) -> None:
    wagers = 400_000
    table = with_floor("dynamic_21_3", "3", "must_hit_by", floor_cents)
    bound = par_sheet(table, 8, STANDARD_CHOICES).meters[1].floor_return_max

    paid_micros = _paid_for_floors(floor_cents * 10_000, wagers)

    assert 0 < Fraction(paid_micros, wagers * 1_000_000) <= bound


def _paid_for_floors(floor_micros: int, wagers: int) -> int:
    """Dynamic 3's must-hit-by meter over wagers of $1: 5 cents on it, 3 cents on its reserve."""
    chance = Random(1)
    amount, reserve, trigger, paid = 150_000_000, 0, chance.randint(15_001, 100_000), 0
    for _ in range(wagers):
        amount, reserve = amount + 50_000, reserve + 30_000
        if amount >= trigger * 10_000:
            amount = max(0, amount - 1_000_000_000) + reserve
            paid += max(0, floor_micros - amount)
            amount, reserve = max(amount, floor_micros), 0
            trigger = chance.randint(amount // 10_000 + 1, 100_000)
    return paid


def test_dynamic_pays_replace_the_base_as_often_as_their_hand_is_picked() -> None:
    weights = DynamicWeights(counts=(0, 1, 0), values=(1, *[0] * 9))
    of = sheet("dynamic_21_3", "1", 8, replace(STANDARD_CHOICES, weights=weights))

    assert [line.mean_for_1 for line in of.outcomes] == [
        None,
        Fraction(100 + 150, 2),  # two hands of four
        Fraction(20 + 30, 2),
        Fraction(10 + 15, 2),
        Fraction(2 + 3, 2),
        None,
    ]


@pytest.mark.parametrize(
    "weights",
    [
        DynamicWeights(counts=(0, 0, 0)),
        DynamicWeights(counts=(1, 1, -1)),
        DynamicWeights(counts=(1, 1, 1, 1, 1)),
        DynamicWeights(values=(1,) * 9),
        DynamicWeights(values=(0,) * 10),
    ],
)
def test_dynamic_weights_that_do_not_fit_are_refused(weights: DynamicWeights) -> None:
    with pytest.raises(BadInputError, match="dynamic weights"):
        sheet("dynamic_21_3", "1", 8, replace(STANDARD_CHOICES, weights=weights))


def drawing(way: tuple[int, ...]) -> Callable[[int], int]:
    draws = iter(way)
    return lambda _below: next(draws)


def test_the_mean_of_dynamic_pays_is_that_of_all_equally_likely_picks() -> None:
    """Every way in which the generator could pick two hands and their values."""
    rows = paytable("dynamic_21_3", "1").rows
    weights = DynamicWeights(counts=(0, 1, 0))
    bases = {row.outcome: row.award for row in rows if row.dynamic_for_1}
    sums = dict.fromkeys(bases, Fraction(0))
    ways = list(product(range(1), range(4), range(10), range(3), range(10)))
    for way in ways:
        picked = pick_dynamic_pays(rows, weights, drawing(way))
        values = {pay.outcome: pay.pays_for_1 for pay in picked}
        for outcome, award in bases.items():
            assert isinstance(award, OddsAward)
            sums[outcome] += values.get(outcome, award.odds.pays)

    of = sheet("dynamic_21_3", "1", 8, replace(STANDARD_CHOICES, weights=weights))
    means = {line.outcome: line.mean_for_1 for line in of.outcomes if line.mean_for_1 is not None}
    assert means == {outcome: total / len(ways) for outcome, total in sums.items()}


def test_the_chosen_suit_is_one_of_four_and_changes_no_odds() -> None:
    spades, hearts = (
        sheet("super_4", "1-1", 6, replace(FIVE_DOLLARS, chosen_suit=suit)) for suit in "SH"
    )

    assert spades == hearts
    with pytest.raises(BadInputError, match="chosen suit"):
        sheet("super_4", "1-1", 6, replace(FIVE_DOLLARS, chosen_suit="X"))


@pytest.mark.parametrize(
    ("wager", "name", "decks"),
    [("lucky_ladies", "2", 6), ("super_4", "1-1", 5), ("dynamic_21_3", "2", 6)],
)
def test_decks_that_the_law_does_not_permit_are_refused(wager: str, name: str, decks: int) -> None:
    with pytest.raises(BadInputError, match="is permitted with"):
        sheet(wager, name, decks)


def test_a_wager_of_nothing_is_refused() -> None:
    with pytest.raises(BadInputError, match="stake"):
        par_sheet(paytable("lucky_aces", "A"), 8, replace(STANDARD_CHOICES, stake_cents=0))

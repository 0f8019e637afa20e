"""A par sheet adds up, refuses what is not permitted, and shows what the operator's choices do."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from table_app.errors import BadInputError
from table_app.odds import STANDARD_CHOICES, UNIFORM, DynamicWeights, long_run_return, par_sheet
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
    of = sheet("super_4", "1-1", 8, replace(FIVE_DOLLARS, mystery=mystery))
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
    generous = DynamicWeights(counts=(0, 0, 1), hands=(1, 1, 1, 1), values=(*[0] * 9, 1))

    returned = [
        long_run_return(
            paytable("dynamic_21_3", "2"), 8, replace(STANDARD_CHOICES, dynamic=weights)
        )
        for weights in (UNIFORM, generous)
    ]

    assert returned[0] < 1 <= returned[1]


def test_dynamic_hands_are_drawn_by_weight_without_repetition() -> None:
    weights = DynamicWeights(counts=(0, 1, 0), hands=(0, 0, 1, 3), values=(1, *[0] * 9))
    means = {
        line.outcome: line.mean_for_1
        for line in sheet(
            "dynamic_21_3", "1", 8, replace(STANDARD_CHOICES, dynamic=weights)
        ).outcomes
    }

    assert means["three_of_a_kind"] == 15  # two hands of two that have a weight: always picked
    assert means["straight"] == 3
    assert means["straight_flush"] == 20  # never picked


def test_one_dynamic_hand_is_picked_in_proportion_to_its_weight() -> None:
    weights = DynamicWeights(counts=(1, 0, 0), hands=(0, 0, 1, 3), values=(1, *[0] * 9))
    lines = sheet("dynamic_21_3", "1", 8, replace(STANDARD_CHOICES, dynamic=weights)).outcomes

    assert lines[3].mean_for_1 == Fraction(3, 4) * 10 + Fraction(1, 4) * 15


@pytest.mark.parametrize(
    "weights",
    [
        replace(UNIFORM, counts=(0, 0, 0)),
        replace(UNIFORM, counts=(1, 1, -1)),
        replace(UNIFORM, hands=(1, 1, 1)),
        replace(UNIFORM, hands=(0, 0, 1, 1)),
        replace(UNIFORM, values=(1,) * 9),
        replace(UNIFORM, values=(0,) * 10),
    ],
)
def test_dynamic_weights_that_do_not_fit_are_refused(weights: DynamicWeights) -> None:
    with pytest.raises(BadInputError, match="dynamic weights"):
        sheet("dynamic_21_3", "1", 8, replace(STANDARD_CHOICES, dynamic=weights))


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


def test_a_mystery_meter_belongs_to_super_4_alone() -> None:
    with pytest.raises(BadInputError, match="mystery"):
        sheet(
            "lucky_aces",
            "A",
            8,
            replace(STANDARD_CHOICES, mystery=tables("super_4").mystery["1"]),
        )


def test_a_wager_of_nothing_is_refused() -> None:
    with pytest.raises(BadInputError, match="stake"):
        par_sheet(paytable("lucky_aces", "A"), 8, replace(STANDARD_CHOICES, stake_cents=0))

"""The shipped figures are the law's, typed here a second time from its text, cell by cell."""

import tomllib
from typing import Any

import pytest

from table_app.config_loader import load_wager_tables, shipped_config
from table_app.game.wagers import SIDE_WAGERS

LADIES_ROWS = [
    "qh_pair_dealer_bj_hearts",
    "qh_pair_dealer_bj_suited",
    "qh_pair_dealer_bj_unsuited",
    "qh_pair",
    "matched_20",
    "suited_20",
    "any_20",
]
LADIES = {  # 633b.22(i), (j), (k): rows; seed multiple, increment, reserve in basis points; decks
    "1": ("100% 100% 100% 200 25 10 2", 2000, 1700, 400, "2 4 5 6 8"),
    "2": ("100% 100% 100% 200 20 10 3", 2000, 1700, 400, "2"),
    "3": ("100% 100% 25% 250 50 10 2", 5000, 1600, 400, "2"),
    "4": ("100% 100% 1000 200 50 10 2", 5000, 1600, 400, "2"),
    "5": ("100% 100% 100% 250 30 10 2", 2000, 1700, 0, "4 5 6 8"),
    "6": ("100% 100% 100% 150 20 10 3", 2000, 1700, 0, "4 5 6 8"),
    "7": ("100% 100% 25% 200 25 10 2", 5000, 1800, 500, "4 5 6 8"),
    "8": ("100% 100% 750 150 25 10 2", 5000, 1800, 500, "4 5 6 8"),
    "9": ("100% 25% 10% 250 25 10 2", 5000, 1800, 200, "4 5 6 8"),
    "10": ("100% 3000 1000 150 25 10 2", 10000, 1800, 400, "4 5 6 8"),
}
SUPER_4_ROWS = [
    "royal_chosen_suit",
    "royal_other_suit",
    "three_of_a_kind",
    "straight",
    "flush",
    "two_pair",
    "same_color",
    "pair",
    "dealer_blackjack",
    "dealer_ace_up",
]
SUPER_4_METERS = ["star", "heart", "spade", "diamond", "club"]
SUPER_4 = {  # 633c.6(i): dollars of seed @ basis points for a meter, else the award in dollars
    "1-1": "50000@600 5000@700 500@700 750 250 200 100 50 25 10",
    "1-2": "25000@700 5000@700 500@700 750 250 200 100 50 25 10",
    "1-3": "10000@750 5000@700 500@700 750 250 200 100 50 25 10",
    "2-1": "50000@600 5000@500 500@300 300@300 250 200 100 50 25 10",
    "2-2": "25000@600 5000@500 500@300 300@300 250 200 100 50 25 10",
    "3-1": "50000@600 5000@200 500@300 300@300 250@300 200 100 50 25 10",
    "3-2": "25000@600 5000@200 500@300 300@300 250@300 200 100 50 25 10",
    "3-3": "10000@600 5000@200 500@300 300@300 250@300 200 100 50 25 10",
}
MYSTERY = {"1": (250, 1000, 500), "2": (100, 500, 500), "3": (100, 200, 200)}
DYNAMIC_ROWS = [
    "three_aces_suited",
    "three_of_a_kind_suited",
    "straight_flush",
    "three_of_a_kind",
    "straight",
]
TENFOLD = (15, 20, 30, 40, 50, 60, 70, 80, 90, 100)
Meters = dict[str, tuple[int, int, int, int | None]]
DYNAMIC: dict[
    str, tuple[str, Meters, str]
] = {  # 633b.25(i), (j): base pays; meters as seed multiple, increment, reserve, cap; decks
    "1": ("100% 100 20 10 2", {"main": (2000, 1700, 500, None)}, "4 5 6 7 8"),
    "2": ("100% 200 20 10 2", {"main": (2000, 1600, 0, None)}, "8"),
    "3": (
        "100% 100 20 10 2",
        {"main": (2000, 1200, 600, None), "must_hit_by": (150, 500, 300, 1000)},
        "8",
    ),
    "4": (
        "100% 100 20 10 2",
        {"main": (2000, 1200, 600, None), "must_hit_by": (200, 600, 400, 1500)},
        "8",
    ),
}
ACES_ROWS = [
    "four_aces",
    "three_aces_same_suit",
    "three_aces",
    "two_aces_same_suit",
    "two_aces",
    "one_ace_of_diamonds",
    "one_ace",
]
ACES = {  # 633c.8(e)
    "A": "500 250 20 8 5 2 1",
    "B": "500 250 30 12 5 2 1",
    "C": "1000 500 35 16 5 2 1",
    "D": "2000 500 15 10 4 2 1",
}
SEVENS = {  # 633c.9(f)
    "A": {"three_7s_same_suit": "100% of main", "three_7s_same_color": "10% of main"},
    "B": {
        "three_7s_diamonds": "100% of main",
        "three_7s_clubs_spades_or_hearts": "10% of main",
        "three_7s_same_color": "500 to 1",
    },
}
SEVENS_LOWER = {"three_7s": "200 to 1", "two_7s": "25 to 1", "one_7": "2 to 1"}


def _file(wager: str) -> dict[str, Any]:
    return tomllib.loads((shipped_config() / "paytables" / f"{wager}.toml").read_text())


def _cell(text: str, basis: str) -> str:
    return f"{text} of main" if text.endswith("%") else f"{text} {basis} 1"


@pytest.mark.parametrize("wager", SIDE_WAGERS)
def test_every_paytable_loads_in_the_one_schema(wager: str) -> None:
    assert load_wager_tables(shipped_config(), SIDE_WAGERS[wager]).paytables


@pytest.mark.parametrize("name", LADIES)
def test_lucky_ladies_prints_what_the_law_prints(name: str) -> None:
    pays, seed, increment, reserve, decks = LADIES[name]
    table = _file("lucky_ladies")["paytable"][name]

    assert table["pays"] == {
        row: _cell(cell, "for") for row, cell in zip(LADIES_ROWS, pays.split(), strict=True)
    }
    assert table["decks"] == [int(each) for each in decks.split()]
    assert table["meters"] == {
        "main": {
            "seed": f"{seed} x wager",
            "increment_bp": increment,
            "reserve_bp": reserve,
            "reseed": "reserve" if reserve else "seed",
        }
    }


def test_lucky_ladies_has_ten_paytables() -> None:
    assert set(_file("lucky_ladies")["paytable"]) == set(LADIES)


@pytest.mark.parametrize("name", SUPER_4)
def test_super_4_prints_what_the_law_prints(name: str) -> None:
    table = _file("super_4")["paytable"][name]
    meters = iter(SUPER_4_METERS)
    pays, expected_meters = {}, {}
    for row, cell in zip(SUPER_4_ROWS, SUPER_4[name].split(), strict=True):
        seed, _, increment = cell.partition("@")
        if increment:
            meter = next(meters)
            pays[row] = f"100% of {meter}"
            expected_meters[meter] = {
                "seed": f"${seed}.00",
                "increment_bp": int(increment),
                "reserve_bp": 0,
                "reseed": "seed",
            }
        else:
            pays[row] = f"${seed}.00"

    assert table["pays"] == pays
    assert table["meters"] == expected_meters
    assert table["decks"] == [1, 2, 4, 6, 8]


def test_super_4_has_eight_options_and_three_mystery_configurations() -> None:
    file = _file("super_4")

    assert set(file["paytable"]) == set(SUPER_4)
    assert file["mystery"] == {
        name: {
            "seed": f"${seed}.00",
            "must_hit_by": f"${cap}.00",
            "increment_bp": increment,
            "reserve_bp": 0,
            "reseed": "seed",
        }
        for name, (seed, cap, increment) in MYSTERY.items()
    }


@pytest.mark.parametrize("name", DYNAMIC)
def test_dynamic_prints_what_the_law_prints(name: str) -> None:
    pays, meters, decks = DYNAMIC[name]
    table = _file("dynamic_21_3")["paytable"][name]
    trips_suited = [20 * n for n in TENFOLD] if name == "2" else [10 * n for n in TENFOLD]

    assert table["pays"] == {
        row: _cell(cell, "for") for row, cell in zip(DYNAMIC_ROWS, pays.split(), strict=True)
    }
    assert table["dynamic"] == {
        "three_of_a_kind_suited": trips_suited,
        "straight_flush": [2 * n for n in TENFOLD],
        "three_of_a_kind": list(TENFOLD),
        "straight": [3, 4, 6, 8, 10, 12, 14, 16, 18, 20],
    }
    assert table["decks"] == [int(each) for each in decks.split()]
    for meter, (seed, increment, reserve, cap) in meters.items():
        printed = table["meters"][meter]
        assert printed["seed"] == f"{seed} x wager"
        assert (printed["increment_bp"], printed["reserve_bp"]) == (increment, reserve)
        assert printed["reseed"] == ("reserve" if reserve else "seed")
        assert printed.get("must_hit_by") == (None if cap is None else f"${cap}.00")
    assert set(table["meters"]) == set(meters)


@pytest.mark.parametrize("name", ACES)
def test_lucky_aces_prints_what_the_law_prints(name: str) -> None:
    table = _file("lucky_aces")["paytable"][name]

    assert table["pays"] == {
        row: _cell(cell, "to") for row, cell in zip(ACES_ROWS, ACES[name].split(), strict=True)
    }
    assert "meters" not in table


@pytest.mark.parametrize("name", SEVENS)
def test_blazing_7s_prints_what_the_law_prints(name: str) -> None:
    table = _file("blazing_7s")["paytable"][name]

    assert table["pays"] == SEVENS[name] | SEVENS_LOWER
    assert table["meters"]["main"]["seed"] == "2000 x wager"

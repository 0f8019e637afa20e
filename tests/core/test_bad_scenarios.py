"""A scenario that no table could be is refused with exit 2 and one line that names file and key."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table_app.cli import app
from table_app.errors import BadInputError

GOOD = """
title = "A total above the dealer's wins"
law = "633a.13"
decks = 6
house_rules = "pennsylvania"
shoe = ["TH", "TS", "9D", "8C"]

[[seat]]
number = 1
credit = "100.00"
wagers = { blackjack = "10.00" }
actions = ["stand"]
"""

LOCKED = """
title = "An award that waits"
law = "633c.6(h)"
decks = 6
house_rules = "pennsylvania"
attendant = "none"
shoe = ["KD", "KS", "KC", "AH"]
paytables = {{ super_4 = "1-1" }}

[[seat]]
number = 1
credit = "100.00"
wagers = {{ blackjack = "10.00", super_4 = "5.00" }}

[expect.seat.1]
locked_for = [{locked_for}]
"""

PAYS = "[paytables]\n{}\n[wagers]\n{}\n[[seat]]"


def _replay(tmp_path: Path, text: str) -> BaseException | None:
    path = tmp_path / "scenario.toml"
    path.write_text(text)
    return CliRunner().invoke(app, ["replay", str(path)]).exception


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('law = "633a.13"', 'law = "633a.13"\nmood = "grim"', "mood"),
        ("number = 1", "number = 8", "seat.number"),
        ('credit = "100.00"', 'credit = "100.0"', "credit"),
        ('credit = "100.00"', 'credit = "-5.00"', "credit"),
        ('"8C"]', '"8X"]', "8X"),
        ('"8C"]', '"8C", "AS", "AS", "AS", "AS", "AS", "AS", "AS"]', "7 of AS in 6 decks"),
        ('"8C"]', "]", "draw 4"),
        ("decks = 6", "decks = 9", "decks"),
        ('"pennsylvania"', '"narnia"', "narnia"),
        ('{ blackjack = "10.00" }', '{ blackjack = "10.01" }', "wagers.blackjack"),
        ('{ blackjack = "10.00" }', '{ blackjack = "0.00" }', "wagers.blackjack"),
        ('{ blackjack = "10.00" }', '{ royal_match = "5.00" }', "royal_match: not built"),
        ("[[seat]]", PAYS.format('super_4 = "1-1"', 'super_4.wager = "4.00"'), "633c.6(e)"),
        ("[[seat]]", PAYS.format('super_4 = "4-1"', ""), "no paytable '4-1'"),
        ("[[seat]]", PAYS.format('super_4 = "1-1"', "super_4.mystery = 4"), "mystery"),
        ("[[seat]]", PAYS.format('super_4 = "1-1"', 'super_4.chosen_suit = "X"'), "chosen_suit"),
        ("[[seat]]", PAYS.format('lucky_ladies = "2"', 'lucky_ladies.wager = "1.00"'), "633b.22"),
        ("[[seat]]", PAYS.format('lucky_ladies = "1"', 'lucky_ladies.wager = "0.00"'), "wager"),
        ("[[seat]]", PAYS.format('lucky_aces = "A"', 'lucky_aces.wager = "5.00"'), "one amount"),
        ("[[seat]]", PAYS.format('blazing_7s = "A"', 'blazing_7s.wager = "2.00"'), "633c.9(g)"),
        (
            "[[seat]]",
            PAYS.format('blazing_7s = "A"', 'blazing_7s = { wager = "1.00", reset = "1999.99" }'),
            "633c.9(g)",
        ),
        ("[[seat]]", PAYS.format('dynamic_21_3 = "2"', 'dynamic_21_3.wager = "1.00"'), "8 decks"),
        ("[[seat]]", "[dynamic]\nstraight = 3\n[[seat]]", "dynamic.straight"),
        ("[[seat]]", '[triggers]\n"super_4.star" = "3.00"\n[[seat]]', "super_4.star"),
        ('actions = ["stand"]', 'actions = ["stand", "hit"]', "left over"),
        ('actions = ["stand"]', 'actions = ["juggle"]', "juggle"),
        ("[[seat]]", "[rules]\nresplit_hands = 0\n[[seat]]", "resplit_hands"),
        ("[[seat]]", '[rules]\nblackjack_pays = "3/2"\n[[seat]]', "blackjack_pays"),
        ("[[seat]]", "[rules]\nfree_drinks = true\n[[seat]]", "free_drinks"),
        ("[[seat]]", '[paytables]\nlucky_aces = "E"\n[[seat]]', "633c.8"),
        ("[[seat]]", '[expect.seat.2]\ncredit = "1.00"\n[[seat]]', "expect.seat.2"),
        ("[[seat]]", '[meters]\n"super_4.star" = "1.00"\n[[seat]]', "super_4"),
        ("title =", "title", "not a TOML file"),
        ("decks = 6", f"decks = {'9' * 4301}", "not a TOML file"),
        ("number = 1", f"number = 0x{'f' * 5000}", "seat.number: an integer has at most 64 bits"),
    ],
)
def test_a_bad_file_is_named_with_its_key(tmp_path: Path, old: str, new: str, named: str) -> None:
    problem = _replay(tmp_path, GOOD.replace(old, new, 1))

    assert isinstance(problem, BadInputError)
    assert "scenario.toml" in str(problem)
    assert named in str(problem)
    assert "\n" not in str(problem)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    problem = CliRunner().invoke(app, ["replay", str(tmp_path / "none.toml")]).exception

    assert isinstance(problem, BadInputError)
    assert "none.toml" in str(problem)


def test_a_scenario_that_disagrees_exits_1_and_says_what(tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(GOOD + '[expect.seat.1]\ncredit = "110.01"\n')

    result = CliRunner().invoke(app, ["replay", str(path)])

    assert result.exit_code == 1
    assert "NOT MET  seat 1 credit: expected 110.01, was 110.00" in result.output


@pytest.mark.parametrize(
    ("locked_for", "exit_code"),
    [  # the meter of 500.00 and 7% of 5.00
        ('{ wager = "super_4", outcome = "three_of_a_kind", award = "500.35" }', 0),
        ('{ wager = "super_4", outcome = "three_of_a_kind" }', 0),
        ('{ wager = "super_4", outcome = "three_of_a_kind", award = "500.34" }', 1),
        ('{ wager = "super_4", outcome = "three_of_a_kind", award = "0.00" }', 1),
        ('{ wager = "super_4", outcome = "straight", award = "500.35" }', 1),
        ("", 1),
    ],
)
def test_what_a_seat_is_locked_for_is_compared_to_the_cent(
    tmp_path: Path, locked_for: str, exit_code: int
) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(LOCKED.format(locked_for=locked_for))

    assert CliRunner().invoke(app, ["replay", str(path)]).exit_code == exit_code


def test_an_award_that_is_no_amount_is_a_bad_file(tmp_path: Path) -> None:
    award = '{ wager = "super_4", outcome = "three_of_a_kind", award = "500.3" }'

    problem = _replay(tmp_path, LOCKED.format(locked_for=award))

    assert isinstance(problem, BadInputError)
    assert "scenario.toml: expect: seat 1 locked_for: '500.3'" in str(problem)


def test_json_tells_the_whole_round(tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(GOOD)

    result = CliRunner().invoke(app, ["replay", str(path), "--json"])

    told = json.loads(result.output)
    assert told["seats"]["1"]["credit_cents"] == 11000
    assert told["seats"]["1"]["hands"] == [
        {"cards": ["TH", "9D"], "result": "win", "stake_cents": 1000, "paid_cents": 2000}
    ]
    assert told["dealer"] == ["TS", "8C"]
    assert told["balanced"] is True
    assert told["facts"][-1] == {"fact": "round_closed", "round": 1}


def test_a_trigger_above_its_cap_is_no_table(tmp_path: Path) -> None:
    text = GOOD.replace(
        "[[seat]]",
        '[paytables]\nsuper_4 = "1-1"\n[wagers]\nsuper_4.mystery = 1\n'
        '[triggers]\n"super_4.mystery" = "1000.01"\n[[seat]]',
    )

    problem = _replay(tmp_path, text)

    assert isinstance(problem, BadInputError)
    assert "triggers.super_4.mystery" in str(problem)


def test_a_wager_that_is_offered_and_that_nobody_stakes_is_an_ordinary_table(
    tmp_path: Path,
) -> None:
    paytables = 'lucky_ladies = "1"\nsuper_4 = "1-1"\nblazing_7s = "A"\ndynamic_21_3 = "1"\n'
    text = GOOD.replace("[[seat]]", f"[paytables]\n{paytables}[[seat]]")

    assert _replay(tmp_path, text) is None


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    assert _replay(tmp_path, "\ufeff" + GOOD) is None


def test_a_file_that_is_nested_too_deeply_is_named(tmp_path: Path) -> None:
    problem = _replay(tmp_path, "a = " + "[" * 20_000 + "]" * 20_000)

    assert isinstance(problem, BadInputError)
    assert "scenario.toml" in str(problem)

"""`table-app par-sheet`: the contract of its JSON, what it refuses, and what it keeps."""

import json
import shutil
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from table_app import odds
from table_app.config_loader import config_of, default_table, load_table, shipped_config
from table_app.errors import BadInputError
from table_app.game.house_rules import HouseRules
from table_app.odds import BaseGame, StrategyTable
from table_app.odds.strategy import entry_key
from tests.odds.sheets import EVERY_SHEET

command = import_module("table_app.cli.par_sheet")  # the package shows the function of this name
SOLVED = BaseGame(
    house_rules="pennsylvania",
    decks=6,
    expectation=Fraction(-1, 300),
    strategy=StrategyTable(
        entries={
            entry_key(kind, points, upcard): ("hit",)
            for kind, points in StrategyTable(entries={}).hands()
            for upcard in range(1, 11)
        }
    ),
)


def run(*arguments: str) -> str:
    app = typer.Typer()
    app.command()(command.par_sheet)
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def documents(*arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(*arguments, "--json"))
    return found


def test_one_sheet_has_the_contracted_shape() -> None:
    (sheet,) = documents("--wager", "lucky_ladies", "--paytable", "1", "--decks", "6")

    assert (sheet["wager"], sheet["paytable"], sheet["decks"]) == ("lucky_ladies", "1", 6)
    assert (
        sheet["outcomes"][0].items()
        >= {
            "outcome": "qh_pair_dealer_bj_hearts",
            "award": "100% of main",
            "total": 312 * 311 * 310 * 309,
        }.items()
    )
    assert sheet["outcomes"][-1]["outcome"] == "lose"
    assert sum(line["combinations"] for line in sheet["outcomes"]) == 312 * 311 * 310 * 309
    assert all(
        set(sheet[ratio]) == {"num", "den"}
        for ratio in ("hit_frequency", "fixed_return", "return_at_seed", "long_run_return")
    )
    (main,) = sheet["meters"]
    assert (main["meter"], main["seed_micros"]) == ("main", 2_000_000_000)
    assert (main["increment_bp"], main["reserve_bp"]) == (1700, 400)
    assert set(main["weight_per_wager"]) == {"num", "den"}


def test_without_a_wager_all_five_come_with_every_permitted_number_of_decks() -> None:
    sheets = documents()

    assert [(of["wager"], of["paytable"], of["decks"]) for of in sheets] == list(EVERY_SHEET)


def test_super_4_is_reckoned_for_five_dollars_and_the_others_for_one() -> None:
    stakes = {of["wager"]: of["stake_cents"] for of in documents("--decks", "8")}

    assert stakes == {
        "lucky_ladies": 100,
        "dynamic_21_3": 100,
        "super_4": 500,
        "lucky_aces": 100,
        "blazing_7s": 100,
    }


def test_a_mystery_configuration_is_one_more_meter() -> None:
    (sheet,) = documents(
        "--wager", "super_4", "--paytable", "2-1", "--decks", "8", "--mystery", "3"
    )

    mystery = sheet["meters"][-1]
    assert mystery["meter"] == "mystery"
    assert mystery["must_hit_by"]["cap_micros"] == 200_000_000


def test_a_reader_is_told_odds_returns_and_break_even() -> None:
    text = run("--wager", "blazing_7s", "--decks", "6", "--paytable", "A", "--basis", "for_1")

    assert "three_7s_same_suit" in text
    assert "200 for 1" in text
    assert "returns 48.0257% without meters, 52.6533% at their seeds" in text
    assert "breaks even at $22462.41" in text


def test_a_floor_is_told_with_the_most_that_it_returns(tmp_path: Path) -> None:
    config = tmp_path / "config"
    shutil.copytree(shipped_config(), config)
    table = config / "tables" / "demo.toml"
    floor = '[wagers.dynamic_21_3]\nfloor.must_hit_by = "250.00"'
    table.write_text(table.read_text().replace("[wagers.dynamic_21_3]", floor))

    text = run("--table", str(table), "--wager", "dynamic_21_3")

    assert "floor $250.00 by the house, at most 3.3333% more" in text
    assert "with the house's floors" in text
    assert "floor" not in run("--table", str(table), "--wager", "lucky_ladies")


def test_a_table_has_a_sheet_for_each_wager_that_it_offers() -> None:
    setup = load_table(default_table(), config_of(default_table()))

    assert {
        (of["wager"], of["paytable"], of["decks"])
        for of in documents("--table", str(default_table()))
    } == {
        (offered.wager, offered.paytable.paytable, setup.decks) for offered in setup.rules.offered
    }


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--wager", "roulette"), "roulette"),
        (("--wager", "lucky_ladies", "--paytable", "11"), "no such paytable"),
        (("--wager", "lucky_ladies", "--decks", "3"), "no such paytable"),
        (("--wager", "super_4", "--stake", "1.00"), "633c.6"),
        (("--wager", "super_4", "--mystery", "4"), "--mystery"),
        (("--wager", "lucky_aces", "--mystery", "1"), "--mystery"),
        (("--table", str(default_table()), "--stake", "1.00"), "--table"),
        (("--table", str(default_table()), "--decks", "1"), "offers no such"),
        (("--wager", "lucky_aces", "--stake", "one"), "--stake"),
        (("--wager", "blazing_7s", "--basis", "even"), "--basis"),
        (("--wager", "blackjack", "--paytable", "nowhere"), "nowhere"),
        (("--wager", "blackjack", "--paytable", "pennsylvania", "--decks", "9"), "decks"),
    ],
)
def test_what_no_sheet_is_for_is_refused_by_name(arguments: tuple[str, ...], named: str) -> None:
    with pytest.raises(BadInputError, match=named):
        run(*arguments)


def test_the_base_game_is_solved_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved: list[int] = []

    def solve(_rules: HouseRules, decks: int) -> BaseGame:
        solved.append(decks)
        return SOLVED

    monkeypatch.setattr(command, "user_cache_path", lambda _name: tmp_path / "cache")
    monkeypatch.setattr(odds, "base_game", solve)
    asked = ("--wager", "blackjack", "--paytable", "pennsylvania", "--decks", "6")

    first, second = documents(*asked), documents(*asked)
    text = run(*asked)

    assert solved == [6]
    assert first == second
    assert first[0]["fixed_return"] == {"num": 299, "den": 300}
    assert sum(line["combinations"] for line in first[0]["outcomes"]) == 312 * 311 * 310 * 309
    assert "wins -0.3333% on average" in text
    assert "pair TT" in text


def test_a_damaged_kept_answer_is_solved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "base_game", lambda _rules, _decks: SOLVED)
    base_game = ("--wager", "blackjack", "--paytable", "pennsylvania", "--decks", "6")
    asked = (*base_game, "--data", str(tmp_path))
    first = documents(*asked)
    for kept in tmp_path.iterdir():
        kept.write_text("{", encoding="ascii")

    assert documents(*asked) == first

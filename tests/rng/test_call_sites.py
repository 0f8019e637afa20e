"""Every use of chance is listed, and nobody else decides an outcome (row 18 of the standards)."""

import inspect
from pathlib import Path

import pytest

from table_app.rng import Generator
from table_app.rng.stream import Purpose
from tests.rng.call_sites import found, uses_in

LIST = Path(__file__).with_name("call_sites.txt")


def listed() -> list[tuple[str, ...]]:
    lines = LIST.read_text("utf-8").splitlines()
    return [tuple(line.split(" | ")) for line in lines if not line.startswith("#")]


def test_the_list_names_every_use_of_chance_in_the_package_and_no_other() -> None:
    assert sorted(row[:3] for row in listed()) == sorted(found())


def test_every_listed_use_says_what_it_is_for() -> None:
    assert all(len(row) == 4 and row[3] for row in listed())


def test_every_purpose_is_drawn_for_in_exactly_one_place() -> None:
    drawn = [used for _, _, used, _ in listed() if used.startswith("Purpose.")]
    assert sorted(drawn) == sorted(f"Purpose.{purpose.name}" for purpose in Purpose)


def test_outcomes_are_decided_by_the_generator_alone() -> None:
    elsewhere = [row for row in listed() if row[0].split("/")[1] in {"link", "store"}]
    assert all(row[3].endswith("no outcome") for row in elsewhere)
    in_play = {row[2] for row in listed() if row[1].startswith("TableHost.")}
    assert in_play == {"new_shoe", "dynamic_draw", "uniform"}


@pytest.mark.parametrize(
    ("source", "used"),
    [
        ("import random\ndef f(): return random.random()", ("f", "random.random")),
        ("import secrets as s\ndef f(): return s.token_hex()", ("f", "s.token_hex")),
        ("from random import Random\nclass A:\n def f(self): Random()", ("A.f", "Random")),
        ("from secrets import randbelow\nf = g(randbelow)", ("(module)", "randbelow")),
        ("import os\ndef f(): return os.urandom(8)", ("f", "os.urandom")),
        ("from os import urandom\ndef f(): return urandom(8)", ("f", "urandom")),
        ("import uuid\ndef f(): return uuid.uuid4()", ("f", "uuid.uuid4")),
        ("def f(chance): return chance.new_shoe", ("f", "new_shoe")),
        ("def f(): return X25519PrivateKey.generate()", ("f", "X25519PrivateKey.generate")),
    ],
)
def test_a_use_that_somebody_adds_is_found(source: str, used: tuple[str, str]) -> None:
    assert used in uses_in(source)


@pytest.mark.parametrize(
    ("draw", "asked"),
    [
        (Generator.new_shoe, ["self", "decks", "round"]),
        (Generator.dynamic_draw, ["self", "round"]),
        (Generator.uniform, ["self", "meter", "round"]),
        (Generator.cycle, ["self"]),
    ],
)
def test_no_stake_credit_or_history_can_be_given_to_a_draw(draw: object, asked: list[str]) -> None:
    assert callable(draw)
    assert list(inspect.signature(draw).parameters) == asked

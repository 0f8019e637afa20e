"""Every use of chance is listed, and nobody else decides an outcome (row 18 of the standards)."""

import inspect
from pathlib import Path

import pytest

from table_app.rng import Generator
from table_app.rng.stream import Purpose
from tests.rng.call_sites import PACKAGE, forbidden, forbidden_in, found, uses_in

LIST = Path(__file__).with_name("call_sites.txt")
HOST = (PACKAGE / "host/table_host.py").read_text("utf-8")
SHOE = "self._chance.new_shoe(self.setup.decks, self._round_number() + 1)"


def listed() -> list[tuple[str, ...]]:
    lines = LIST.read_text("utf-8").splitlines()
    return [tuple(line.split(" | ")) for line in lines if not line.startswith("#")]


def test_the_list_names_every_use_of_chance_in_the_package_and_no_other() -> None:
    assert sorted(row[:4] for row in listed()) == found()


def test_keys_and_nonces_alone_come_from_elsewhere_than_the_generator() -> None:
    assert forbidden() == {
        ("table_app/store/keys.py", "import secrets"),
        ("table_app/store/sealing.py", "import secrets"),
    }


def test_every_listed_use_says_what_it_is_for() -> None:
    assert all(len(row) == 5 and row[4] for row in listed())


def test_every_purpose_is_drawn_for_in_exactly_one_place() -> None:
    drawn = [used for _, _, used, _, _ in listed() if used.startswith("Purpose.")]
    assert sorted(drawn) == sorted(f"Purpose.{purpose.name}" for purpose in Purpose)


def test_outcomes_are_decided_by_the_generator_alone() -> None:
    elsewhere = [row for row in listed() if row[0].split("/")[1] in {"link", "store"}]
    assert all(row[4].endswith("no outcome") for row in elsewhere)
    in_play = {row[2] for row in listed() if row[1].startswith("TableHost.")}
    assert in_play == {"new_shoe", "dynamic_draw", "uniform"}


@pytest.mark.parametrize(
    ("source", "used"),
    [
        ("import random\ndef f(): return random.random()", ("f", "random.random", "called x1")),
        ("import secrets as s\ndef f(): s.token_hex()", ("f", "secrets.token_hex", "called x1")),
        ("from random import Random\nclass A:\n def f(self): Random()",
         ("A.f", "random.Random", "called x1")),
        ("from secrets import randbelow\nf = g(randbelow)",
         ("(module)", "secrets.randbelow", "named x1")),
        ("import os\ndef f(): return os.urandom(8)", ("f", "os.urandom", "called x1")),
        ("from os import urandom\ndef f(): return urandom(8)", ("f", "os.urandom", "called x1")),
        ("import uuid\ndef f(): return uuid.uuid4()", ("f", "uuid.uuid4", "called x1")),
        ("def f(chance): return chance.new_shoe", ("f", "new_shoe", "named x1")),
        ("def f(): return X25519PrivateKey.generate()",
         ("f", "X25519PrivateKey.generate", "called x1")),
        ("def f(c):\n c.raw(1)\n c.raw(1)", ("f", "raw", "called x2")),
        ("def f(c):\n while g: c.raw(1)", ("f", "raw", "called in a loop x1")),
        ("def f(c):\n for each in c.raw(1): pass", ("f", "raw", "called x1")),
        ("def f(c): return {c.raw(1) for _ in g}", ("f", "raw", "called in a loop x1")),
        ("def f(c): return map(lambda _: c.raw(1), g)", ("f", "raw", "called in a loop x1")),
    ],
)  # fmt: skip
def test_a_use_is_listed_with_how_it_is_used_and_how_often(
    source: str, used: tuple[str, str, str]
) -> None:
    assert used in uses_in(source)


@pytest.mark.parametrize(
    "instead",
    [
        f"[{SHOE} for _ in range(2)][1]",
        f"max({SHOE}, {SHOE})",
        f"map(lambda _: {SHOE}, (1, 2))",
        "self._best(self._chance.new_shoe)",
    ],
)
def test_a_shoe_that_is_drawn_again_in_its_own_function_is_noticed(instead: str) -> None:
    assert HOST.count(SHOE) == 1
    assert uses_in(HOST.replace(SHOE, instead)) != uses_in(HOST)


@pytest.mark.parametrize(
    "added",
    [
        'from table_app.rng import Generator as G, KernelSource as K; G(K(), b"")',
        "import table_app.rng as r; r.Generator(r.KernelSource(), bytes(1))",
        "from table_app.rng import Generator; again = Generator",
        "from table_app.rng.stream import Stream as S; S(Purpose.SHOE_ORDER, source, bytes(1))",
        "from table_app.rng.sampling import shuffled as s; s(cards, draw)",
        "from table_app.rng import sampling; sampling.below(52, word, word_bits=64)",
        "from table_app.rng.generator import *",
        "from table_app.rng.generator import _shuffled_cards",
        "from os import urandom as u; u(1)",
        "import os as o; o.getrandom(1)",
        "from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as g; g(c)",
    ],
)
def test_chance_under_another_name_is_noticed(added: str) -> None:
    more = f"{HOST}\n\ndef added(self):\n    {added.replace('; ', chr(10) + '    ')}\n"
    assert (uses_in(more), forbidden_in(more)) != (uses_in(HOST), forbidden_in(HOST))


@pytest.mark.parametrize(
    ("added", "why"),
    [
        ("import random", "import random"),
        ("from random import *", "import random"),
        ("import secrets as vocabulary", "import secrets"),
        ("import uuid", "import uuid"),
        ("import numpy.random", "import numpy"),
        ("from numpy import random", "import numpy"),
        ("open('/dev/urandom', 'rb').read(1)", "/dev/urandom"),
        ("open(b'/dev/random', 'rb').read(1)", "/dev/random"),
        ("import importlib; importlib.import_module('random')", "import_module"),
        ("from importlib import import_module as i; i('random')", "import_module"),
        ("__import__('random')", "__import__"),
        ("exec('import ' + 'random')", "exec"),
        ("getattr(self._chance, 'new_' + 'shoe')(8, 1)", "getattr of a generator"),
        ("getattr(generator, name)()", "getattr of a generator"),
        ("g._chance._fresh(1, 2, 3)", "private _fresh of a generator"),
        ("g._fresh(1, 2, 3)", "private _fresh of a generator"),
        ("generator._guarded()", "private _guarded of a generator"),
    ],
)
def test_what_only_the_generator_may_have_is_refused_elsewhere(added: str, why: str) -> None:
    assert not forbidden_in(HOST)
    assert why in forbidden_in(f"{HOST}\n{added}\n")


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

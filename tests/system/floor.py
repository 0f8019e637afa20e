"""A floor for tests: keys, a table file, the host's process, and players on real links."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from table_app.cli.keys import make
from table_app.link import identity
from table_app.link.client import StationLink
from table_app.vocabulary import commands as c
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import Action, Answer, SeatView, Update

ROOT = Path(__file__).resolve().parents[2]
DEADLINE_S = 30.0
POLL_S = 0.02
REFUSED_PAUSE_S = 0.05
"""Before a player asks again what was refused, as by a table out of service: the link has a limit."""
GIFT_CENTS = 100_000
WAGERS = (
    c.WagerStake("blackjack", 1000),
    c.WagerStake("dynamic_21_3", 500),
    c.WagerStake("lucky_ladies", 500),
    c.WagerStake("lucky_aces", 200),
    c.WagerStake("blazing_7s", 100),
    c.WagerStake("super_4", 500),
)

_TABLE = """
name = "Floor"
demo = true
decks = 8
seats = 7
house_rules = "pennsylvania"
jurisdiction = "pennsylvania"
chips = ["1.00", "5.00", "25.00"]
demo_credit = "200.00"
limits.blackjack = { minimum = "5.00", maximum = "500.00", step = "1.00" }
limits.lucky_aces = { minimum = "1.00", maximum = "100.00", step = "1.00" }
timing = { bets = 20.0, insurance = 20.0, decision = 20.0, results = 0.1 }
wagers.dynamic_21_3.wager = "5.00"
wagers.lucky_ladies.wager = "5.00"
wagers.blazing_7s.wager = "1.00"
wagers.super_4.mystery = 3

[paytables]
dynamic_21_3 = "3"
lucky_ladies = "7"
lucky_aces = "A"
blazing_7s = "A"
super_4 = "1-1"
"""


class Player:
    """Plays one seat through its link as soon as it sees what to do, and remembers what it saw."""

    def __init__(self, url: str, keys: Path, seat: int, wake: Callable[[], None]) -> None:
        self.seat = seat
        self.view: SeatView | None = None
        self.asked: dict[int, c.PlayerCommand] = {}
        self.answers: dict[int, Refusal | None] = {}
        self.commitments: dict[int, set[str]] = {}
        self.shown: dict[int, Counter[str]] = {}
        self._asks_again_s = 0.0
        self.link = StationLink(url, identity.client_context(keys, seat=seat), wake)
        self.link.start()

    def look(self) -> None:
        """Take in everything that has come."""
        for message in self.link.poll():
            if isinstance(message, Update):
                self.view = message.view
                self._remember(message.view)
            elif isinstance(message, Answer):
                self._hear(message)

    def act(self) -> None:
        """Ask for the next thing, unless an answer is still to come."""
        if self.view is None or len(self.asked) > len(self.answers):
            return
        if time.monotonic() < self._asks_again_s:
            return
        command = _next(self.view)
        if command is not None:
            self.asked[self.link.send(command)] = command

    def _hear(self, answer: Answer) -> None:
        assert answer.sequence not in self.answers
        self.answers[answer.sequence] = answer.refusal
        if answer.refusal is not None:
            self._asks_again_s = time.monotonic() + REFUSED_PAUSE_S

    def _remember(self, view: SeatView) -> None:
        """A card that was shown stays, and a round keeps its commitment."""
        self.commitments.setdefault(view.round, set()).add(view.shoe_commitment)
        hands = [*view.hands, *(hand for other in view.others for hand in other.hands)]
        cards = Counter(str(card) for hand in hands for card in hand.cards)
        cards.update(str(card) for card in view.dealer.cards if card is not None)
        assert self.shown.get(view.shown_round, Counter()) <= cards
        self.shown[view.shown_round] = cards


def _next(view: SeatView) -> c.PlayerCommand | None:
    if view.demo_validation is None:
        return c.RequestDemoValidation(view.seat)
    if view.betting is not None:
        if not view.betting.wagers:
            return c.SetWagers(view.seat, view.betting.revision + 1, WAGERS)
        ready = c.SetReady(view.seat, view.betting.revision)
        return None if view.betting.is_ready else ready
    if view.insurance is not None:
        insure = c.TakeInsurance(view.seat, view.insurance.stake_cents)
        return c.DeclineInsurance(view.seat) if view.insurance.refusal else insure
    if view.options:
        return _decision(view)
    return None


def _decision(view: SeatView) -> c.PlayerCommand:
    hand = view.options[0].hand
    legal: set[Action] = {option.action for option in view.options if option.refusal is None}
    if "split" in legal:
        return c.Split(view.seat, hand)
    if view.hands[hand].total < 17 and "hit" in legal:
        return c.Hit(view.seat, hand)
    return c.Stand(view.seat, hand)


class Floor:
    """One data folder, one port, one host process at a time, and the players of two seats.

    `source` is the folder of the package that the host runs, `python` what runs it.
    """

    def __init__(self, folder: Path, *, python: str = sys.executable, source: Path = ROOT) -> None:
        self._python = python
        self._source = source
        self.data = folder / "data"
        self.keys = folder / "keys"
        self.table_file = folder / "floor.toml"
        self._log = folder / "standard_error"
        self.table_file.write_text(_TABLE)
        self.port = _free_port()
        self.players: list[Player] = []
        self._processes: list[subprocess.Popen[str]] = []
        self._wake = threading.Event()

    def make_keys(self) -> None:
        make(self.keys, table="floor")
        for seat in (1, 2):
            identity.enrol(self.keys, seat=seat)

    def seat_players(self) -> None:
        url = f"wss://127.0.0.1:{self.port}/"
        self.players = [Player(url, self.keys, seat, self._wake.set) for seat in (1, 2)]

    @property
    def process(self) -> "subprocess.Popen[str]":
        """The one that was started last."""
        return self._processes[-1]

    def start(self, *, moment: str = "before", commit: int = 0) -> None:
        """Start the host that kills itself at this commit, or never."""
        arguments = [self.data, self.keys, self.table_file, self.port, GIFT_CENTS, moment, commit]
        self._run("-m", "tests.system.killing_host", *map(str, arguments))

    def start_command(self, *options: str) -> None:
        """Start `table-app host` as an operator does."""
        where = ("--data", self.data, "--keys", self.keys, "--table", self.table_file)
        self._run("-m", "table_app", "host", *map(str, where), "--port", str(self.port), *options)

    def _run(self, *arguments: str) -> None:
        with self._log.open("w") as log:
            process = subprocess.Popen(
                [self._python, *arguments],
                cwd=self._source,
                env=os.environ | {"PYTHONPATH": str(self._source)},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self._processes.append(process)

    def ready_port(self) -> int:
        """Wait for the line that says that stations may connect."""
        assert self.process.stdout is not None
        word, port = self.process.stdout.readline().split()
        assert word == "ready"
        return int(port)

    def finish(self) -> tuple[int, str]:
        """Wait for the host's end: its exit code and what it said on standard error."""
        self.process.communicate(timeout=DEADLINE_S)
        return self.process.returncode, self.said

    @property
    def said(self) -> str:
        """What the last host has said on standard error."""
        return self._log.read_text()

    def play(self, until: Callable[[], bool]) -> None:
        """Let the players play until something is so; asserts that it becomes so in time."""
        deadline_s = time.monotonic() + DEADLINE_S
        while not until():
            assert time.monotonic() < deadline_s, [player.view for player in self.players]
            self._wake.wait(POLL_S)
            self._wake.clear()
            for player in self.players:
                player.look()
                player.act()

    @property
    def is_dead(self) -> bool:
        return self.process.poll() is not None

    @property
    def round(self) -> int:
        """The round that every player sees, 0 while any sees none."""
        views = [player.view for player in self.players]
        return min(0 if view is None else view.round for view in views)

    def close(self) -> None:
        for player in self.players:
            player.link.close()
        for process in self._processes:
            process.kill()
            process.communicate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

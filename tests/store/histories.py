"""Histories for the store's tests: rounds played by the real rules, with seeded chance."""

import shutil
from pathlib import Path
from random import Random

from table_app.game.rules import RoundRules
from table_app.ledger.postings import all_transfers
from table_app.store import keys as store_keys
from table_app.store.entries import RecordPart
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.store.mirror import Mirror
from table_app.table.decide import Decision, decide
from table_app.table.record import record_parts
from table_app.table.setup import NOWHERE, TableSetup, Timing, WagerLimits
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import DECK, Card, Shoe, shoe_commitment
from table_app.vocabulary.codec import Entry, Origin
from tests.properties.tables import PENNSYLVANIA

ORIGIN = "table-app/test"
DECKS = 2
ENGINE = "00" * 32
SETUP = TableSetup(
    name="test",
    is_demo=True,
    decks=DECKS,
    seats=2,
    rules=RoundRules(house=PENNSYLVANIA, offered=()),
    limits=(WagerLimits("blackjack", 500, 50_000, 100),),
    chips_cents=(500,),
    demo_credit_cents=20_000,
    timing=Timing(1, 1, 1, 1),
    jurisdiction=NOWHERE,
    rules_sha256="00" * 32,
)


def shuffled(seed: int) -> Shoe:
    """A shoe of seeded order and salt."""
    chance = Random(seed)
    cards = list(DECK * DECKS)
    chance.shuffle(cards)
    return shoe_of(tuple(cards), salt=chance.randbytes(32), shoe_id=f"shoe:{seed}")


def shoe_of(cards: tuple[Card, ...], *, salt: bytes = b"s" * 32, shoe_id: str = "shoe") -> Shoe:
    return Shoe(shoe_id=shoe_id, salt=salt, cards=cards, commitment=shoe_commitment(salt, cards))


class Play:
    """A table that plays itself into a store."""

    def __init__(
        self, store: Store, setup: TableSetup = SETUP, *, engine_sha256: str = ENGINE
    ) -> None:
        self.store = store
        self.setup = setup
        self.engine_sha256 = engine_sha256
        self.state = TableState()
        self._requests = 0

    def open_table(self) -> None:
        self.do(
            c.OpenTable(
                self.setup.name,
                self.engine_sha256,
                self.setup.rules_sha256,
                is_demo=True,
                decks=self.setup.decks,
                paytables=(),
            )
        )
        for seat in (1, 2):
            self.do(c.AddDemoCredit(seat, 1_000_000))

    def round(self, seed: int) -> None:
        """One whole round: insurance declined, hands hit below 15, pairs of eights split."""
        self.do(c.OpenBets(shuffled(seed)))
        placed = (c.WagerStake("blackjack", 1000),)
        self.do(c.LockBets((c.SeatWagers(1, placed), c.SeatWagers(2, placed))))
        while self.state.round is not None and self.state.round.stage != "closed":
            self.do(self._answer())

    def do(self, command: c.JournaledCommand) -> None:
        decision = decide(self.setup, self.state, command)
        assert isinstance(decision, Decision)
        self.write(command, decision.facts, decision.state)
        self.state = decision.state

    def write(
        self, command: c.JournaledCommand, facts: tuple[f.Fact, ...], after: TableState
    ) -> None:
        """Write as the host does, whatever the facts are."""
        self._requests += 1
        closed = [fact.round for fact in facts if isinstance(fact, f.RoundClosed)]
        parts = record_parts(after) if closed else ()
        self.store.append(
            Entry(Origin(1, self._requests), command, facts),
            all_transfers(facts),
            time_ms=1_700_000_000_000 + self._requests,
            parts=tuple(RecordPart(closed[0], name, body) for name, body in parts),
            seal=bool(closed),
        )

    def _answer(self) -> c.JournaledCommand:
        state = self.state.round
        assert state is not None
        if state.turn is None:
            asked = next(box.seat for box in state.boxes if box.insurance == "asked")
            return c.DeclineInsurance(asked)
        seat, index = state.turn.seat, state.turn.hand
        box = state.box(seat)
        assert box is not None
        hand = box.hands[index]
        if len(box.hands) == 1 and [str(card)[0] for card in hand.cards] == ["8", "8"]:
            return c.Split(seat, index)
        if sum("A23456789T".find(str(card)[0]) % 10 + 1 for card in hand.cards) < 15:
            return c.Hit(seat, index)
        return c.Stand(seat, index)


def new_store(folder: Path) -> tuple[Store, StoreKeys]:
    """An empty store in `folder`, and the keys beside it."""
    keys = store_keys.create(folder / "keys", origin=ORIGIN)
    return Store.create(folder / "table.sqlite3", keys), keys


def must_not_fail(reason: str) -> None:
    raise AssertionError(reason)


def mirrored(folder: Path, rounds: int) -> tuple[Path, Path, StoreKeys]:
    """A closed database and its mirror, written together: so many rounds and one more opened."""
    keys = store_keys.create(folder / "keys", origin=ORIGIN)
    path, copy = folder / "table.sqlite3", folder / "table.mirror"
    with Store.create(path, keys, Mirror(copy, must_not_fail)) as store:
        assert not list(store.verified_entries())
        play = Play(store)
        play.open_table()
        for number in range(rounds):
            play.round(number)
        play.do(c.OpenBets(shuffled(rounds)))
    return path, copy, keys


def copy_of(history: tuple[Path, Path, StoreKeys], folder: Path) -> tuple[Path, Path, StoreKeys]:
    """A database and its mirror that a test may spoil."""
    database, mirror, keys = history
    return Path(shutil.copy(database, folder)), Path(shutil.copy(mirror, folder)), keys


def played(folder: Path, rounds: int) -> tuple[Path, StoreKeys]:
    """A closed database after so many rounds and the opening of one more."""
    store, keys = new_store(folder)
    with store:
        play = Play(store)
        play.open_table()
        for number in range(rounds):
            play.round(number)
        play.do(c.OpenBets(shuffled(rounds)))
    return folder / "table.sqlite3", keys

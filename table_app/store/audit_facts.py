"""The audit's reading of facts: everything but the journal must follow from them.

Folds them as the table did, and compares postings, balances, shoes and round records. Each
check raises StoreError with what disagrees; the caller adds the entry.
"""

from collections import Counter

from table_app.errors import BreachError, StoreError
from table_app.ledger.accounts import credit, in_play, may_be_negative
from table_app.ledger.postings import all_transfers, balances_after
from table_app.money import Cents, micros
from table_app.store.entries import Header, digest, part_hashes
from table_app.table.evolve import evolve
from table_app.table.record import record_parts
from table_app.table.state import TableState
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import DECK, Card, Shoe, shoe_commitment
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.commands import OpenBets

PostingRow = tuple[int, str, str, int]
"""Line, debit, credit, micro-dollars."""

PartRow = tuple[int, str, bytes]
"""Round, name, body."""


class FactAudit:
    """The fold of all facts so far, and the counts of what agreed with it."""

    def __init__(self) -> None:
        self.state = TableState()
        self.balances: dict[str, int] = {}
        self.postings = self.rounds = self.record_parts = 0
        self.is_of_this_engine = True
        self._shoe = _DealtShoe()

    def check_facts(self, entry: Entry) -> None:
        """The facts can follow each other, and every card came from the shoe in its order."""
        for number, fact in enumerate(entry.facts, start=1):
            try:
                self.state = evolve(self.state, fact)
            except (AssertionError, BreachError, LookupError, ValueError) as error:
                kind = type(fact).__name__
                raise StoreError(f"fact {number}, {kind}, cannot have happened here") from error
            self._shoe.check(fact, self.state)
        if isinstance(entry.command, OpenBets):
            opened = [fact.shoe for fact in entry.facts if isinstance(fact, f.BetsOpened)]
            if opened != [entry.command.shoe]:
                raise StoreError("the shoe that was opened is not the one that was brought")

    def check_postings(self, entry: Entry, stored: list[PostingRow]) -> None:
        """The postings are those of the facts, and no player owes money after them."""
        moved = all_transfers(entry.facts)
        due = [
            (line, transfer.debit, transfer.credit, transfer.amount_micros)
            for line, transfer in enumerate(moved, start=1)
        ]
        if stored != due:
            raise StoreError(_posting_difference(stored, due))
        changed = balances_after(self.balances, moved)
        self.balances |= changed
        for account in sorted(changed):
            if self.balances[account] < 0 and not may_be_negative(account):
                raise StoreError(f"{account} falls to {self.balances[account]} micro-dollars")
        self.postings += len(due)

    def check_round_close(self, entry: Entry, header: Header, stored: list[PartRow]) -> None:
        """A closed round left nothing in play, is signed, and its record is rebuilt bit for bit.

        The record that another engine wrote is compared with the hashes that the log holds.
        """
        closed = [fact.round for fact in entry.facts if isinstance(fact, f.RoundClosed)]
        due: list[PartRow] = []
        if closed:
            self._check_settled()
            due = [(closed[0], *part) for part in record_parts(self.state)]
            self.rounds += 1
        if closed and not header.sealed:
            raise StoreError(f"round {closed[0]} closed without a checkpoint")
        if self.is_of_this_engine:
            _compare_parts(sorted(stored), sorted(due))
        elif stored and {number for number, _, _ in stored} != set(closed):
            raise StoreError("it holds parts of a round that it does not close")
        hashes = {name: digest(body) for _, name, body in stored}
        if hashes != part_hashes(header):
            raise StoreError("the header does not name the parts of the round's record")
        self.record_parts += len(stored)

    def check_balances(self, stored: dict[str, int]) -> None:
        """Balances are sums of postings, and the credits of the fold are among them."""
        for account in sorted(stored.keys() | self.balances.keys()):
            if stored.get(account) != self.balances.get(account):
                raise StoreError(
                    f"balance of {account}: stored {stored.get(account, 'nothing')},"
                    f" its postings make {self.balances.get(account, 'no such account')}"
                )
        for seat, cents in enumerate(self.state.credits_cents, start=1):
            if micros(Cents(cents)) != self.balances.get(credit(seat), 0):
                raise StoreError(f"credit of seat {seat}: facts and postings disagree")

    def _check_settled(self) -> None:
        for seat in range(1, len(self.state.credits_cents) + 1):
            left = self.balances.get(in_play(seat), 0)
            if left:
                raise StoreError(f"{left} micro-dollars of seat {seat} are in play after the round")


class _DealtShoe:
    """The open round's shoe and how many of its cards have left it."""

    def __init__(self) -> None:
        self._shoe: Shoe | None = None
        self._position = 0
        self._hole_place = 0

    def check(self, fact: f.Fact, state: TableState) -> None:
        match fact:
            case f.BetsOpened(_, shoe):
                _check_shoe(shoe, state)
                self._shoe, self._position = shoe, 0
            case (
                f.CardDealt(_, _, dealt)
                | f.UpcardDealt(dealt)
                | f.DealerDrew(dealt)
                | f.ExtraCardDealt(_, dealt)
            ):
                self._check_face(dealt, self._position)
                self._position += 1
            case f.HoleCardDealt(place):
                if place != self._position:
                    raise StoreError(
                        f"the hole card came from place {place} of the shoe,"
                        f" place {self._position} was next"
                    )
                self._hole_place = place
                self._position += 1
            case f.HoleCardTurned(dealt):
                self._check_face(dealt, self._hole_place)
            case f.RoundClosed():
                self._shoe = None
            case _:
                pass

    def _check_face(self, dealt: Card, place: int) -> None:
        if self._shoe is None or place >= len(self._shoe.cards):
            raise StoreError(f"{dealt} was dealt from no shoe")
        if self._shoe.cards[place] != dealt:
            raise StoreError(
                f"{dealt} was dealt, the shoe has {self._shoe.cards[place]} at place {place}"
            )


def _check_shoe(shoe: Shoe, state: TableState) -> None:
    if shoe_commitment(shoe.salt, shoe.cards) != shoe.commitment:
        raise StoreError(f"shoe {shoe.shoe_id} is not the one that its commitment names")
    decks = state.opened.decks if state.opened else 0
    if Counter(shoe.cards) != Counter(dict.fromkeys(DECK, decks)):
        raise StoreError(f"shoe {shoe.shoe_id} is no order of {decks} whole decks")


def _posting_difference(stored: list[PostingRow], due: list[PostingRow]) -> str:
    """The first line that differs, in words."""
    for at in range(max(len(stored), len(due))):
        is_stored, wanted = stored[at : at + 1], due[at : at + 1]
        if is_stored != wanted:
            return (
                f"posting line {at + 1}: stored {_in_words(is_stored)},"
                f" the facts make {_in_words(wanted)}"
            )
    return "postings: the table's own lines do not agree"


def _in_words(rows: list[PostingRow]) -> str:
    return "".join(f"line {r[0]}, {r[1]} to {r[2]}, {r[3]}" for r in rows) or "nothing"


def _compare_parts(stored: list[PartRow], due: list[PartRow]) -> None:
    names = [row[:2] for row in stored], [row[:2] for row in due]
    for number, name in names[0]:
        if (number, name) not in names[1]:
            raise StoreError(f"round_part {name} of round {number} belongs to no closing round")
    for number, name in names[1]:
        if (number, name) not in names[0]:
            raise StoreError(f"round_part {name} of round {number} is missing")
    for row, wanted in zip(stored, due, strict=True):
        if row != wanted:
            raise StoreError(f"round_part {row[1]} of round {row[0]} is not what the facts make")

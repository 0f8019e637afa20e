"""Deciding a journaled command again: the facts beside it must be those that the rules make."""

from msgspec import Struct

from table_app.errors import BreachError, StoreError
from table_app.table.decide import Decision, decide
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.facts import TableOpened


class Release(Struct, frozen=True):
    """What decides here: a table's setup, and the hash of the code that applies it."""

    setup: TableSetup
    engine_sha256: str

    def why_not(self, opened: TableOpened) -> str | None:
        """Why this release cannot decide that table's commands again; None when it can."""
        for name, written, ours in (
            ("engine code", opened.engine_sha256, self.engine_sha256),
            ("rules", opened.rules_sha256, self.setup.rules_sha256),
        ):
            if written != ours:
                return f"written under other {name} ({written[:16]}, this is {ours[:16]})"
        return None


def opening_of(first: Entry) -> TableOpened:
    """Whose journal begins with this entry; raises StoreError if it does not open a table."""
    if not first.facts or not isinstance(first.facts[0], TableOpened):
        raise StoreError("a journal begins with the opening of its table")
    return first.facts[0]


def decide_again(setup: TableSetup, state: TableState, entry: Entry) -> Decision:
    """The decision of an entry's command; raises StoreError unless its facts are the entry's."""
    try:
        decision = decide(setup, state, entry.command)
    except (AssertionError, BreachError, LookupError, ValueError) as error:
        raise StoreError("the rules make nothing of its command") from error
    if not isinstance(decision, Decision):
        raise StoreError(f"the rules refuse its command: {decision.code}")
    if decision.facts != entry.facts:
        raise StoreError("the rules make other facts of its command")
    return decision

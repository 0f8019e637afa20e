"""What the record says was dealt, shown to the watch over dealt cards: at a boot and in service."""

from table_app.host.tilts import Failed
from table_app.rng.monitor import Drift, DriftMonitor
from table_app.table.state import TableState
from table_app.vocabulary import facts as f


class DealtCards:
    """Follows the journal from its opening, so that a restart neither forgets nor clears an alarm.

    A table that is opened anew - another release, another journal - is watched anew.
    """

    def __init__(self, decks: int) -> None:
        self._decks = decks
        self._monitor = DriftMonitor(decks)
        self._drift: Drift | None = None

    def follow(self, facts: tuple[f.Fact, ...], after: TableState) -> None:
        """Called for each entry, in order, with the table after it."""
        for fact in facts:
            if isinstance(fact, f.TableOpened):
                self._monitor, self._drift = DriftMonitor(self._decks), None
            elif isinstance(fact, f.RoundClosed):
                assert after.round is not None
                dealt = after.round.shoe.cards[: after.round.position]
                self._drift = self._monitor.take(dealt) or self._drift

    @property
    def failure(self) -> Failed | None:
        """Why the table must stop, or None while the cards are as they should be."""
        if self._drift is None:
            return None
        watched, rounds = self._drift.watched, self._drift.rounds
        return Failed("generator", f"dealt {watched} lean, as seen over {rounds} rounds")

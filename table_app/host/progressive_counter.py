"""The progressive system's own count of accepted wagers, kept beside the layouts and not from them.

At the lock it is compared with what is debited; where they differ the wager goes back
(633b.22(f), 633b.25(f), 633c.6(f)).
"""

from collections import Counter
from collections.abc import Iterable

from table_app.vocabulary.commands import Accepted, WagerStake


class ProgressiveCounter:
    """Counts and sums of the wagers that have meters, since bets opened."""

    def __init__(self, wagers: Iterable[str]) -> None:
        self._wagers = tuple(wagers)
        self._counts: Counter[str] = Counter()
        self._sums: Counter[str] = Counter()

    def accept(self, before: Iterable[WagerStake], after: Iterable[WagerStake]) -> None:
        """A seat's layout changed from `before` to `after`."""
        for placed in before:
            self._counts[placed.wager] -= 1
            self._sums[placed.wager] -= placed.stake_cents
        for placed in after:
            self._counts[placed.wager] += 1
            self._sums[placed.wager] += placed.stake_cents

    def take(self) -> tuple[Accepted, ...]:
        """What was accepted, and an empty count for the next round."""
        accepted = tuple(
            Accepted(wager, self._counts[wager], self._sums[wager])
            for wager in self._wagers
            if self._counts[wager]
        )
        self._counts.clear()
        self._sums.clear()
        return accepted

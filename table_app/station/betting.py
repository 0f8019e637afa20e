"""The player's chips before the table has confirmed them: disposable, and never money.

Each tap makes a whole layout, asked for under the next revision. The view that carries that
revision replaces it; a refusal drops it.
"""

from table_app.vocabulary.commands import SetReady, SetWagers, WagerStake
from table_app.vocabulary.views import BettingView, SeatView

Chips = tuple[WagerStake, ...]
UNDO_MAX = 500


class Betting:
    """One seat's wished layout and the way back through it."""

    def __init__(self) -> None:
        self.wish: Chips | None = None
        self._round = 0
        self._last_revision = 0
        self._undo: list[tuple[int, Chips]] = []

    @property
    def has_undo(self) -> bool:
        return bool(self._undo)

    def agree(self, view: SeatView) -> None:
        """The table has spoken: what it shows replaces the wish that it answers."""
        if view.betting is None or view.round != self._round:
            self._round = view.round
            self._last_revision = 0
            self._undo.clear()
            self.wish = None
        elif view.betting.revision >= self._last_revision:
            self.wish = None

    def add(self, view: SeatView, betting: BettingView, wager: str, chip_cents: int) -> SetWagers:
        """One more chip on a wager."""
        layout = self._layout(betting)
        stakes = {placed.wager: placed.stake_cents for placed in layout}
        stakes[wager] = stakes.get(wager, 0) + chip_cents
        chips = tuple(WagerStake(name, stake_cents) for name, stake_cents in stakes.items())
        return self.change(view, betting, chips)

    def change(self, view: SeatView, betting: BettingView, layout: Chips) -> SetWagers:
        """Another layout; the one before can be had again by undo."""
        before = self._layout(betting)
        command = self._ask(view, betting, layout)
        self._undo.append((command.revision, before))
        del self._undo[:-UNDO_MAX]
        return command

    def undo(self, view: SeatView, betting: BettingView) -> SetWagers | None:
        """The layout before the last change, if there was one."""
        if not self._undo:
            return None
        _, layout = self._undo.pop()
        return self._ask(view, betting, layout)

    def ready(self, view: SeatView, betting: BettingView) -> SetReady:
        """Deal, with the layout that the player sees."""
        return SetReady(view.seat, max(betting.revision, self._last_revision))

    def refused(self, revision: int) -> None:
        """The table did not take this layout: the wish is over, nothing of it can be undone."""
        self.wish = None
        self._undo = [step for step in self._undo if step[0] < revision]

    def _layout(self, betting: BettingView) -> Chips:
        return betting.wagers if self.wish is None else self.wish

    def _ask(self, view: SeatView, betting: BettingView, layout: Chips) -> SetWagers:
        self._last_revision = max(betting.revision, self._last_revision) + 1
        self.wish = layout
        return SetWagers(view.seat, self._last_revision, layout)

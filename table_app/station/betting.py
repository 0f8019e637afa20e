"""The player's chips before the table has confirmed them: disposable, and never money.

Each tap makes a whole layout, asked for under the next revision. The view that carries that
revision replaces it; a refusal drops it.
"""

from table_app.vocabulary.commands import PlayerCommand, SetReady, SetWagers, WagerStake
from table_app.vocabulary.views import BettingView, SeatView, TableInfo, WagerInfo

Chips = tuple[WagerStake, ...]
UNDO_MAX = 500
SPOT = "spot:"


def fixed_cents(wager: WagerInfo) -> int | None:
    """The one amount that this wager takes, or None where it takes several."""
    return wager.minimum_cents if wager.minimum_cents == wager.maximum_cents else None


def tossed_cents(before: Chips, after: Chips, wager: str, chips_cents: tuple[int, ...]) -> int:
    """The largest chip of what was put on a wager, 0 when nothing was."""
    stakes = (dict(map(_pair, layout)).get(wager, 0) for layout in (before, after))
    was_cents, is_cents = stakes
    return max((chip for chip in chips_cents if chip <= is_cents - was_cents), default=0)


def _pair(placed: WagerStake) -> tuple[str, int]:
    return placed.wager, placed.stake_cents


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

    def command(
        self, name: str, view: SeatView, betting: BettingView, info: TableInfo, chip_cents: int
    ) -> PlayerCommand | None:
        """What a touch of this name asks of the table while bets are open, or None."""
        match name:
            case "undo":
                return self.undo(view, betting)
            case "clear":
                return self.change(view, betting, ())
            case "double_bets" if self.wish is None:
                return self.change(view, betting, betting.doubled.wagers)
            case "repeat" if self.wish is None:
                return self.change(view, betting, betting.repeat.wagers)
            case "deal":
                return self.ready(view, betting)
            case _ if name.startswith(SPOT):
                return self._touch_spot(name.removeprefix(SPOT), view, betting, info, chip_cents)
            case _:
                return None

    def _touch_spot(
        self, wager: str, view: SeatView, betting: BettingView, info: TableInfo, chip_cents: int
    ) -> SetWagers:
        """One more chip; or, for a wager of one amount, that amount put down or taken up."""
        stakes = {placed.wager: placed.stake_cents for placed in self.layout(betting)}
        amount = next(fixed_cents(offered) for offered in info.wagers if offered.wager == wager)
        if amount is None:
            stakes[wager] = stakes.get(wager, 0) + chip_cents
        elif stakes.pop(wager, None) is None:
            stakes[wager] = amount
        chips = tuple(WagerStake(name, stake_cents) for name, stake_cents in stakes.items())
        return self.change(view, betting, chips)

    def change(self, view: SeatView, betting: BettingView, layout: Chips) -> SetWagers:
        """Another layout; the one before can be had again by undo."""
        before = self.layout(betting)
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

    def layout(self, betting: BettingView) -> Chips:
        """The chips as the player means them."""
        return betting.wagers if self.wish is None else self.wish

    def _ask(self, view: SeatView, betting: BettingView, layout: Chips) -> SetWagers:
        self._last_revision = max(betting.revision, self._last_revision) + 1
        self.wish = layout
        return SetWagers(view.seat, self._last_revision, layout)


def first_chip(info: TableInfo) -> int:
    """The chip in hand at the start: the smallest that makes a Blackjack wager by itself."""
    least = info.wagers[0].minimum_cents if info.wagers else 0
    enough = [value for value in info.chips_cents if value >= least]
    return min(enough or info.chips_cents, default=0)

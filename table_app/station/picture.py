"""Everything one frame shows: the view, and what is local and disposable around it."""

from msgspec import Struct

from table_app.station.animation import Moment
from table_app.vocabulary.commands import WagerStake
from table_app.vocabulary.views import LegalTexts, Review, SeatView, SpotView, TableInfo

TIMER_STEP_MS = 250
URGENT_STEP_MS = 100
URGENT_MS = 5_000


GOOD_WIN, GREAT_WIN = 3, 20
"""From how many times everything staked a round's return is celebrated more."""


class Countdown(Struct, frozen=True):
    """The timer as it is drawn now."""

    permille_left: int
    seconds_left: int
    is_urgent: bool


def countdown_of(left_ms: int, total_ms: int) -> Countdown:
    """The timer in steps that are worth drawing, smaller ones when time runs out."""
    is_urgent = left_ms <= URGENT_MS
    step_ms = URGENT_STEP_MS if is_urgent else TIMER_STEP_MS
    shown_ms = -(-left_ms // step_ms) * step_ms
    permille = min(1000, shown_ms * 1000 // total_ms)
    return Countdown(permille, -(-left_ms // 1000), is_urgent=is_urgent)


class Hand(Struct, frozen=True):
    """What the player's finger does: nothing of it outlives the station."""

    chip_cents: int = 0
    pressed: str | None = None
    held_percent: int = 0
    sent: str | None = None


class Toss(Struct, frozen=True):
    """A chip on its way from the rail to a spot; the spot counts it from the touch on."""

    chip_cents: int
    wager: str
    way: float


class Help(Struct, frozen=True):
    """The help page that is open: a wager's or the strategy card, and how far it is leafed."""

    tab: str
    page: int = 0


class Menu(Struct, frozen=True):
    """The page of choices: language, sound, speed, and how things look."""


class Reviewing(Struct, frozen=True):
    """The page of an earlier round at one of its steps; without a review it is on its way."""

    review: Review | None
    step: int


Page = Help | Menu | Reviewing


class Picture(Struct, frozen=True):
    """One frame of the view.

    `before` is the view whose meters stand while cards still move; `wish` is the layout the player
    sees before the table has confirmed it. `glow_percent` is the soft light around a win.
    `passed_ms` is how long the view has been here: its times run on.
    """

    info: TableInfo
    view: SeatView
    before: SeatView
    moment: Moment
    finger: Hand
    wish: tuple[WagerStake, ...] | None
    has_undo: bool
    countdown: Countdown | None
    notice: str | None
    toss: Toss | None
    page: Page | None = None
    glow_percent: int = 0
    passed_ms: int = 0

    @property
    def layout(self) -> tuple[WagerStake, ...]:
        """The chips on the layout as the player means them."""
        if self.wish is not None:
            return self.wish
        return self.view.betting.wagers if self.view.betting else ()

    @property
    def shows_layout(self) -> bool:
        """Whether the spots show the coming round's chips, not the last round's results."""
        view = self.view
        if view.betting is None:
            return False
        is_played = any(spot.stake_cents for spot in view.spots)
        return bool(self.layout) or view.shown_round == view.round or not is_played

    @property
    def is_moving(self) -> bool:
        """Whether something is still on its way to where the view has it."""
        return self.moment.is_running

    @property
    def spots(self) -> tuple[SpotView, ...]:
        """The spots as they may be shown: while something moves, nothing newly settled is told."""
        if not self.is_moving:
            return self.view.spots
        before = self.before if self.before.shown_round == self.view.shown_round else None
        known = {spot.wager: spot for spot in before.spots} if before else {}
        return tuple(_as_known(spot, known.get(spot.wager)) for spot in self.view.spots)

    @property
    def time_ms(self) -> int:
        """The host's wall clock now."""
        return self.view.time_ms + self.passed_ms

    @property
    def session_ms(self) -> int | None:
        """How long the player's session has lasted, or None without one."""
        session = self.view.session
        return None if session is None else session.elapsed_ms + self.passed_ms

    @property
    def is_reality_check(self) -> bool:
        """Whether the player must confirm now how long and how well it went."""
        return is_reality_check_due(self.view, self.passed_ms) and not self.is_moving

    @property
    def legal_texts(self) -> LegalTexts:
        """What the jurisdiction wants to be read, in the player's language where there is one."""
        texts = self.info.jurisdiction.texts
        wanted = self.view.preferences.language
        return next((each for each in texts if each.language == wanted), texts[0])

    @property
    def is_great_win(self) -> bool:
        """Whether the round in view, over and still shown, returned many times what was staked."""
        view = self.view
        is_over = view.phase in {"betting", "result"} and not self.shows_layout
        is_great = view.win_cents >= GREAT_WIN * view.total_bet_cents > 0
        return is_over and is_great and not self.is_moving and view.timer is None

    @property
    def is_award_locked(self) -> bool:
        """Whether the seat waits for attendants: an award is due and its round is over."""
        return (
            bool(self.view.awards)
            and self.view.phase in {"betting", "result", "closed"}
            and not self.is_moving
        )


def is_reality_check_due(view: SeatView, passed_ms: int) -> bool:
    """Whether a view that has been here for so long asks for a reality check: between rounds."""
    session = view.session
    return (
        session is not None
        and session.reality_ms is not None
        and session.reality_ms <= passed_ms
        and view.phase in {"betting", "result", "closed"}
    )


def _as_known(spot: SpotView, before: SpotView | None) -> SpotView:
    """The spot with what was known of its outcome before."""
    outcome = before.outcome if before else None
    paid_cents = before.paid_cents if before else 0
    reserved_cents = before.reserved_cents if before else 0
    return SpotView(spot.wager, spot.stake_cents, outcome, paid_cents, reserved_cents)

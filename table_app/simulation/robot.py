"""A player of flesh and bone, simulated: it looks at the scene and touches real coordinates.

It knows nothing that is not on its screen, and plays by the strategy card of the table's help.
"""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from table_app.game.hand import value
from table_app.station.app import App
from table_app.station.canvas import SceneNode
from table_app.station.finger import press, release
from table_app.vocabulary.cards import rank
from table_app.vocabulary.views import HandView, LayoutOfferView, SeatView, StrategyRow

HOLD_MS = 700
CREDIT_KEPT_FOR = 3
"""A side wager is left out when less than so many Blackjack wagers would remain."""
KINDS = ("betting", "decision", "insurance", "result")
_INSURANCE_ANSWERS = ("no_insurance", "insure", "even_money")


class Shot(Struct, frozen=True):
    """A screenshot of a kind of screen, and the round it shows."""

    kind: str
    round: int
    path: Path


class Robot:
    """Plays one station until it is told to stop; `shots` are the first of each kind seen."""

    def __init__(self, app: App, screenshots: Path) -> None:
        self._app = app
        self._folder = screenshots
        self._held: tuple[SceneNode, int] | None = None
        self._insurance_asked = 0
        self._began = 0
        self.shots: list[Shot] = []
        self.rounds: set[int] = set()

    @property
    def is_between_rounds(self) -> bool:
        """Whether the last round it began is over on its screen."""
        return self._held is None and self._began <= max(self.rounds, default=0)

    def look_and_touch(self, now_ms: int) -> None:
        """Do the next thing a player would do, when the picture has stopped."""
        if self._held is not None:
            self._lift_when_due(now_ms)
            return
        view = self._app.view
        if view is None or not self._app.is_settled:
            return
        self._remember(view)
        wanted = self._choose(view)
        node = next((node for node in self._app.scene() if node.id == wanted), None)
        if node is not None and node.enabled:
            press(node.centre, self._app.size)
            self._held = (node, now_ms + (HOLD_MS if node.is_held else 0))

    def _lift_when_due(self, now_ms: int) -> None:
        assert self._held is not None
        node, due_ms = self._held
        if now_ms >= due_ms:
            release(node.centre, self._app.size)
            self._held = None

    def _choose(self, view: SeatView) -> str | None:
        """The id of the thing to touch, or None to wait."""
        if view.insurance is not None:
            return self._answer_insurance(view)
        if view.options:
            return decision(view, self._app.info.strategy if self._app.info else ())
        if view.awards:
            return self._wait_for_validation(view)
        if view.betting is not None and not view.betting.is_ready:
            return self._bet(view)
        return None

    def _wait_for_validation(self, view: SeatView) -> str | None:
        if view.demo_validation is not None:
            return None
        self._shoot("award", view.shown_round)
        return "demo_validation"

    def _bet(self, view: SeatView) -> str:
        assert view.betting is not None
        placed = {each.wager: each.stake_cents for each in view.betting.wagers}
        if view.demo_credit is None:
            return "demo_credit"
        if not placed and self._may_repeat(view, view.betting.repeat):
            return "repeat"
        if "blackjack" not in placed:
            return "spot:blackjack"
        side = self._next_side_wager(view, placed)
        if side is not None:
            return f"spot:{side}"
        self._shoot("betting", view.round)
        self._began = view.round
        return "deal"

    def _may_repeat(self, view: SeatView, offer: LayoutOfferView) -> bool:
        """Whether the last round's layout may be had again and leaves credit to double."""
        stakes = {placed.wager: placed.stake_cents for placed in offer.wagers}
        kept = CREDIT_KEPT_FOR * stakes.get("blackjack", 0)
        is_affordable = view.credit_cents - sum(stakes.values()) >= kept
        return is_affordable and self._is_enabled("repeat")

    def _next_side_wager(self, view: SeatView, placed: dict[str, int]) -> str | None:
        """The next side wager that leaves enough credit to split and double."""
        kept = CREDIT_KEPT_FOR * placed["blackjack"]
        assert self._app.info is not None
        for wager in self._app.info.wagers:
            is_free = wager.wager not in placed and self._is_enabled(f"spot:{wager.wager}")
            if is_free and view.credit_cents - wager.minimum_cents >= kept:
                return wager.wager
        return None

    def _answer_insurance(self, view: SeatView) -> str:
        self._shoot("insurance", view.round)
        choices = [name for name in _INSURANCE_ANSWERS if self._is_enabled(name)]
        self._insurance_asked += 1
        return choices[self._insurance_asked % len(choices)]

    def _is_enabled(self, name: str) -> bool:
        return any(node.id == name and node.enabled for node in self._app.scene())

    def _remember(self, view: SeatView) -> None:
        if view.options:
            self._shoot("decision", view.round)
            if len(view.hands) > 1:
                self._shoot("split", view.round)
        is_over = bool(view.hands) and all(hand.result is not None for hand in view.hands)
        if is_over:
            self.rounds.add(view.shown_round)
            self._shoot("result", view.shown_round)

    def _shoot(self, kind: str, number: int) -> None:
        if any(shot.kind == kind for shot in self.shots):
            return
        path = self._folder / f"round-{number:04d}-{kind}.png"
        self._app.save_screenshot(path)
        self.shots.append(Shot(kind, number, path))


def decision(view: SeatView, strategy: tuple[StrategyRow, ...]) -> str:
    """The best action that is permitted, by the strategy card or, without one, a plain strategy."""
    allowed = {option.action for option in view.options if option.refusal is None}
    hand = next(hand for hand in view.hands if hand.is_active)
    if strategy:
        wishes: Iterable[str] = _by_card(hand, view, strategy, may_split="split" in allowed)
    else:
        wishes = _plain(hand, view)
    return next((action for action in wishes if action in allowed), "stand")


def _by_card(
    hand: HandView, view: SeatView, strategy: tuple[StrategyRow, ...], *, may_split: bool
) -> Iterable[str]:
    if may_split:
        entry = "pair", value(hand.cards[0])
    else:
        entry = "soft" if hand.is_soft else "hard", hand.total
    upcard = next(face for face in view.dealer.cards if face is not None)
    row = next(row for row in strategy if (row.kind, row.points) == entry)
    return row.actions[value(upcard) - 1]


def _plain(hand: HandView, view: SeatView) -> Iterable[str]:
    """Split aces and eights, double 10 and 11, give up 16 against a ten, draw."""
    upcard = view.dealer.total or 0
    if len(hand.cards) == 2 and {rank(card) for card in hand.cards} in ({"A"}, {"8"}):
        yield "split"
    if hand.total in {10, 11} and not hand.is_soft:
        yield "double"
    if hand.total == 16 and not hand.is_soft and upcard == 10:
        yield "surrender"
    if hand.total < (18 if hand.is_soft else 17 if upcard >= 7 else 13):
        yield "hit"

"""One seat's side of the game: what has come, what was asked, what lies open. It draws nothing.

`advance` takes what has arrived and lets time pass; `press` carries out a touch; `picture` is the
frame. Presses are disarmed here, because only here it is known that the picture has changed.
"""

from collections.abc import Hashable

from table_app.link.client import LinkLost, LinkUp
from table_app.station.animation import ease_out
from table_app.station.asking import Link, Questions, command_of
from table_app.station.betting import SPOT, Betting, first_chip, tossed_cents
from table_app.station.cues import Cue, cue_of_touch, cues_of
from table_app.station.pages import after_review, still_open, touched
from table_app.station.picture import (
    Countdown,
    Hand,
    Page,
    Picture,
    Toss,
    countdown_of,
    is_reality_check_due,
)
from table_app.station.sounds import Sound
from table_app.station.stage import Stage
from table_app.station.texts import Texts
from table_app.station.touch import Presses
from table_app.station.words import fact_text, left_out_text, refusal_text, sentence
from table_app.vocabulary.commands import PlayerCommand, Preferences, SetWagers, Speed
from table_app.vocabulary.facts import SessionEnded, ShownFact
from table_app.vocabulary.views import (
    Answer,
    BettingView,
    Review,
    SeatView,
    TableInfo,
    Update,
    Welcome,
)

NOTICE_MS = 3_000
MINUTE_MS = 60_000
"""Clock and session show no smaller step."""
OFFERED_BY_THE_DEMO = ("demo_credit", "demo_validation")


class Seat:
    """The station without its window. `speed` overrules the player's choice where it is given."""

    def __init__(self, link: Link, presses: Presses, *, speed: Speed | None = None) -> None:
        self._link = link
        self._presses = presses
        self._speed = speed
        self._stage = Stage(speed or "normal")
        self._questions = Questions(link)
        self._betting = Betting()
        self._has_link = False
        self._chip_cents = 0
        self._notice: tuple[str, int] | None = None
        self._tossed: tuple[int, str, int] | None = None
        self._page: Page | None = None
        self._arrangement: Hashable = None
        self._cues: list[Cue] = []
        self._ticked_s = 0
        self._is_reality_check = False
        self.texts = Texts("en")
        self.preferences = Preferences()
        self.is_dirty = True

    @property
    def view(self) -> SeatView | None:
        """What is shown now, or None before the host has spoken."""
        return self._stage.view

    @property
    def info(self) -> TableInfo | None:
        """What does not change at this table, or None before the host has spoken."""
        return self._stage.info

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing moves: there is time to draw ahead."""
        return self._tossed is None and not self._stage.is_behind

    @property
    def is_behind(self) -> bool:
        """Whether something has come that is not fully shown."""
        return self._stage.is_behind

    @property
    def is_tossing(self) -> bool:
        """Whether a chip is in the air."""
        return self._tossed is not None

    @property
    def has_timer(self) -> bool:
        """Whether the table waits for somebody until a certain time."""
        return self._stage.view is not None and self._stage.view.timer is not None

    def is_settled(self, now_ms: int) -> bool:
        """Whether nothing moves, nothing waits for an answer, and the picture takes touches."""
        return (
            self._stage.is_current
            and self.is_at_rest
            and not self._questions.are_open
            and self._betting.wish is None
            and not self.is_lost(now_ms)
            and not self._presses.is_dead(now_ms)
        )

    def is_lost(self, now_ms: int) -> bool:
        """Whether the host cannot be reached, or owes an answer for too long."""
        late_at = self._questions.late_at_ms
        is_late = late_at is not None and now_ms >= late_at
        return not self._has_link or not self._stage.is_current or is_late

    def is_glowing(self, now_ms: int) -> bool:
        """Whether a win has just come."""
        return self._stage.is_glowing(now_ms)

    def advance(self, now_ms: int) -> None:
        """Take what has arrived, and let what moves move on."""
        for message in self._link.poll():
            self._receive(message, now_ms)
        if self._stage.advance(now_ms):
            self.is_dirty = True
            self._agree(now_ms)
        if self._notice is not None and now_ms >= self._notice[1]:
            self._notice = None
            self.is_dirty = True
        self._look_for_reality_check(now_ms)
        if self._tossed is not None:
            self.is_dirty = True
            if now_ms - self._tossed[2] >= self._stage.chip_ms():
                self._tossed = None

    def _look_for_reality_check(self, now_ms: int) -> None:
        """It comes by time alone, under whatever finger is there."""
        view, stage = self._stage.view, self._stage
        is_shown = (
            view is not None
            and is_reality_check_due(view, stage.passed_ms(now_ms))
            and not stage.moment(now_ms).is_running
        )
        if is_shown != self._is_reality_check:
            self._is_reality_check = is_shown
            self.is_dirty = True
            self._presses.disarm(now_ms)

    def sounds(self, now_ms: int) -> list[Sound]:
        """What is to be heard now, each once."""
        due = [cue.sound for cue in self._cues if cue.at_ms <= now_ms]
        self._cues = [cue for cue in self._cues if cue.at_ms > now_ms]
        return due

    def skip(self, now_ms: int) -> bool:
        """Let moving cards arrive at once; false when none moves."""
        if not self._stage.moment(now_ms).is_running or self._page is not None:
            return False
        self._stage.skip(now_ms)
        self._cues = [cue for cue in self._cues if cue.is_of_the_end]
        self._agree(now_ms)
        self._presses.disarm(now_ms)
        return True

    def press(self, name: str, now_ms: int) -> None:
        """Carry out an accepted press of a button that can be used."""
        view, info = self._stage.view, self._stage.info
        if view is None or info is None or self.is_lost(now_ms):
            return
        self.is_dirty = True
        self._cue(cue_of_touch(name), now_ms)
        if name.startswith("chip:"):
            self._chip_cents = int(name.removeprefix("chip:"))
            return
        turned = touched(name, self._page, view, info)
        if turned is not None:
            if turned.page is not self._page:
                self._page = turned.page
                self._presses.disarm(now_ms)
            command = turned.command
        elif view.betting is not None and name not in OFFERED_BY_THE_DEMO:
            command = self._betting_command(name, view, view.betting, now_ms)
        else:
            command = command_of(name, view)
        if command is not None:
            self._questions.ask(name, command, now_ms)

    def explain(self, reason: str, now_ms: int) -> None:
        """Say why a button that was touched cannot be used."""
        if self._questions.blocking is None:
            self._say(sentence(reason), now_ms)

    def picture(self, now_ms: int) -> Picture | None:
        """The frame, or None before the host has spoken."""
        stage = self._stage
        if stage.info is None or stage.view is None:
            return None
        passed_ms = stage.passed_ms(now_ms)
        return Picture(
            info=stage.info,
            view=stage.view,
            before=stage.before or stage.view,
            moment=stage.moment(now_ms),
            finger=Hand(
                self._chip_cents,
                self._presses.pressed,
                self._presses.held(now_ms),
                self._questions.blocking,
            ),
            wish=self._betting.wish,
            has_undo=self._betting.has_undo,
            countdown=self.countdown(now_ms),
            notice=self._notice[0] if self._notice else None,
            toss=self._toss(now_ms),
            page=self._page,
            glow_percent=stage.glow_percent(now_ms),
            passed_ms=passed_ms,
        )

    def countdown(self, now_ms: int) -> Countdown | None:
        """The time that runs, in steps worth drawing."""
        timer = self._stage.view.timer if self._stage.view else None
        if timer is None or timer.total_ms <= 0:
            return None
        return countdown_of(self._stage.time_left_ms(timer, now_ms), timer.total_ms)

    def ticking(self, now_ms: int) -> Hashable:
        """What the picture shows that changes by time alone."""
        countdown = self.countdown(now_ms)
        if countdown is not None and countdown.is_urgent and self._is_asked():
            self._tick(countdown.seconds_left, now_ms)
        passed_ms = self._stage.passed_ms(now_ms)
        view = self._stage.view
        session = view.session if view else None
        return (
            countdown,
            self._presses.held(now_ms),
            self.is_lost(now_ms),
            self._stage.glow_percent(now_ms),
            (view.time_ms + passed_ms) // MINUTE_MS if view else None,
            (session.elapsed_ms + passed_ms) // MINUTE_MS if session else None,
        )

    def _receive(self, message: object, now_ms: int) -> None:
        self.is_dirty = True
        match message:
            case LinkUp():
                self._has_link = True
            case LinkLost():
                self._has_link = False
                self._presses.disarm(now_ms)
            case Welcome(info=info):
                self._has_link = True
                self._stage.welcome(info)
                self._page = still_open(self._page, info)
                # The link asks again by number what was not answered: its time starts anew.
                self._questions.renew(now_ms)
                if self._chip_cents not in info.chips_cents:
                    self._chip_cents = first_chip(info)
            case Answer(sequence=sequence, refusal=refusal):
                question = self._questions.answered(sequence)
                if question is not None and refusal is not None:
                    if isinstance(question.command, SetWagers):
                        self._betting.refused(question.command.revision)
                    self._say(sentence(refusal_text(self.texts, refusal)), now_ms)
            case Update():
                self._stage.receive(message, now_ms)
                self._tell(message.facts, now_ms)
            case Review():
                self._page = after_review(self._page, message)
                self._presses.disarm(now_ms)
            case _:
                pass

    def _agree(self, now_ms: int) -> None:
        """The view on show has changed, or stands now."""
        view = self._stage.view
        if view is None:
            return
        self._betting.agree(view)
        self._follow(view.preferences)
        if self._stage.began is not None:
            self._cues = list(cues_of(self._stage.began, self._stage.told, view, now_ms))
            self._stage.began = None
        is_moving = self._stage.moment(now_ms).is_running
        active = next((index for index, hand in enumerate(view.hands) if hand.is_active), None)
        is_deciding = is_moving or view.phase in {"decisions", "dynamic"}
        bar = "decisions" if is_deciding else view.phase
        is_locked = bool(view.awards)
        arrangement: Hashable = (
            bar,
            active,
            view.insurance is not None,
            view.betting is not None,
            is_locked,
        )
        if bar == "decisions":
            arrangement = (bar, active, False, False, False)
        if view.tilt is not None:
            arrangement = view.tilt
        if arrangement != self._arrangement:
            # What lay under the finger is something else now.
            self._arrangement = arrangement
            self._presses.disarm(now_ms)

    def _follow(self, chosen: Preferences) -> None:
        """The player's choices, as the host has them."""
        if chosen == self.preferences:
            return
        if chosen.language != self.preferences.language:
            self.texts = Texts(chosen.language)
        self.preferences = chosen
        if self._speed is None:
            self._stage.speed = "instant" if chosen.has_reduced_motion else chosen.speed

    def _betting_command(
        self, name: str, view: SeatView, betting: BettingView, now_ms: int
    ) -> PlayerCommand | None:
        info = self._stage.info
        assert info is not None
        if name == "repeat" and betting.repeat.left_out:
            self._say(left_out_text(self.texts, betting.repeat), now_ms)
        before = self._betting.layout(betting)
        command = self._betting.command(name, view, betting, info, self._chip_cents)
        if name.startswith(SPOT) and isinstance(command, SetWagers):
            wager = name.removeprefix(SPOT)
            added = tossed_cents(before, command.wagers, wager, info.chips_cents)
            self._tossed = (added, wager, now_ms) if added else None
        return command

    def _tell(self, facts: tuple[ShownFact, ...], now_ms: int) -> None:
        texts = (fact_text(self.texts, fact) for fact in facts)
        if any(isinstance(fact, SessionEnded) for fact in facts):
            self._page = None  # what it shows is not the next player's
        told = next((text for text in texts if text is not None), None)
        if told is not None:
            self._say(told, now_ms)

    def _say(self, text: str, now_ms: int) -> None:
        self._notice = (text, now_ms + NOTICE_MS)
        self.is_dirty = True

    def _toss(self, now_ms: int) -> Toss | None:
        if self._tossed is None:
            return None
        chip_cents, wager, since_ms = self._tossed
        return Toss(chip_cents, wager, ease_out(now_ms - since_ms, self._stage.chip_ms()))

    def _is_asked(self) -> bool:
        view = self._stage.view
        return view is not None and (bool(view.options) or view.insurance is not None)

    def _tick(self, seconds_left: int, now_ms: int) -> None:
        if seconds_left != self._ticked_s:
            self._ticked_s = seconds_left
            self._cue("tick", now_ms)

    def _cue(self, sound: Sound | None, now_ms: int) -> None:
        if sound is not None:
            self._cues.append(Cue(now_ms, sound))

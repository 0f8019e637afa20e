"""The page that lies over the table: help, menu or review. It draws nothing and asks nothing itself.

A page is the player's own: the game goes on behind it, and no page outlives the station.
"""

from msgspec import Struct
from msgspec.structs import replace

from table_app.station import help as help_pages
from table_app.station.picture import Help, Menu, Page, Reviewing
from table_app.vocabulary.commands import (
    VOLUME_MAX,
    CallAttendant,
    ConfirmReality,
    PlayerCommand,
    Preferences,
    ReviewRound,
    SetPreferences,
)
from table_app.vocabulary.views import Review, SeatView, TableInfo

CLOSE = "close_page"
MENU = "menu"
REVIEW = "review"
NEXT_LANGUAGE = "next_language"
SOUND = "sound"
CALL = "call"
REALITY = "reality_ok"
LANGUAGE, SPEED, SWITCH = "language:", "speed:", "switch:"
SWITCHES = ("has_four_colours", "has_large_text", "has_reduced_motion", "is_left_handed")
REVIEW_STEPS = {"review_first", "review_back", "review_next", "review_last"}
REVIEW_ROUNDS = {"review_older": 1, "review_newer": -1}
VOLUME_STEP = 1


class Turned(Struct, frozen=True):
    """What a touch made of the pages, and what it asks of the table, if anything."""

    page: Page | None
    command: PlayerCommand | None = None


def touched(name: str, page: Page | None, view: SeatView, info: TableInfo) -> Turned | None:
    """What a touch of this name does to the pages; None when it is none of theirs."""
    if name == CLOSE:
        return Turned(None)
    if help_pages.is_of_help(name):
        shown = page if isinstance(page, Help) else None
        return Turned(help_pages.help_after(name, shown, info))
    if name == MENU:
        return Turned(Menu())
    if name == REVIEW:
        return Turned(Reviewing(None, 0), ReviewRound(view.seat, 0))
    if isinstance(page, Reviewing) and page.review is not None:
        if name in REVIEW_STEPS:
            return Turned(Reviewing(page.review, _step(name, page.step, len(page.review.steps))))
        if name in REVIEW_ROUNDS:
            back = page.review.back + REVIEW_ROUNDS[name]
            return Turned(Reviewing(None, 0), ReviewRound(view.seat, back))
    command = _asked(name, view, info)
    return None if command is None else Turned(page, command)


def after_review(page: Page | None, review: Review) -> Page | None:
    """The page once the review that it waits for has come: its end first."""
    if isinstance(page, Reviewing):
        return Reviewing(review, max(0, len(review.steps) - 1))
    return page


def still_open(page: Page | None, info: TableInfo) -> Page | None:
    """The page, unless the table has come back without what it shows."""
    if isinstance(page, Help):
        return help_pages.still_open(page, info)
    return None if isinstance(page, Reviewing) else page


def languages(info: TableInfo) -> tuple[str, ...]:
    """The languages of this table, the house's first."""
    return tuple(texts.language for texts in info.jurisdiction.texts)


def next_language(info: TableInfo, now: str) -> str:
    """The language that the button in the header changes to."""
    known = languages(info)
    return known[(known.index(now) + 1) % len(known)] if now in known else known[0]


def _asked(name: str, view: SeatView, info: TableInfo) -> PlayerCommand | None:
    seat = view.seat
    match name:
        case "call":
            return CallAttendant(seat, is_wanted=not view.is_calling)
        case "reality_ok":
            return ConfirmReality(seat)
        case _:
            chosen = _chosen(name, view.preferences, info)
            return None if chosen is None else SetPreferences(seat, chosen)


def _chosen(name: str, now: Preferences, info: TableInfo) -> Preferences | None:
    """The preferences after this touch, or None when it changes none."""
    match name:
        case "next_language":
            return replace(now, language=next_language(info, now.language))
        case "sound":
            return replace(now, volume=0 if now.volume else Preferences().volume)
        case "volume_down":
            return replace(now, volume=max(0, now.volume - VOLUME_STEP))
        case "volume_up":
            return replace(now, volume=min(VOLUME_MAX, now.volume + VOLUME_STEP))
    if name.startswith(LANGUAGE):
        return replace(now, language=name.removeprefix(LANGUAGE))
    if name.startswith(SPEED):
        wanted = name.removeprefix(SPEED)
        speed = next((each for each in info.jurisdiction.speeds if each == wanted), None)
        return None if speed is None else replace(now, speed=speed)
    switch = name.removeprefix(SWITCH)
    if name.startswith(SWITCH) and switch in SWITCHES:
        return replace(now, **{switch: not getattr(now, switch)})
    return None


def _step(name: str, now: int, count: int) -> int:
    last = max(0, count - 1)
    wanted = {
        "review_first": 0,
        "review_back": now - 1,
        "review_next": now + 1,
        "review_last": last,
    }[name]
    return max(0, min(wanted, last))

"""The header: which table and seat, its limits, whether it is only a demo, and the rarer buttons."""

from table_app.station import help as help_pages
from table_app.station import layout, pages, theme
from table_app.station.canvas import Painter
from table_app.station.layout import Box
from table_app.station.picture import Help, Menu, Page, Picture, Reviewing
from table_app.station.widgets.button import button
from table_app.station.words import stake_text, wager_text
from table_app.vocabulary.views import TableInfo

NO_BREAK = "\u00a0"
BETWEEN_LIMITS = "   "


def header(painter: Painter, info: TableInfo) -> None:
    """Draw the header without its buttons."""
    say = painter.texts.say
    title = say("BLACKJACK   {table}   SEAT {seat}", table=info.table.upper(), seat=info.seat)
    painter.label("title", layout.HEADER_TITLE, title, size=28, weight="Bold", align="centre")
    limits = [say("{decks} decks", decks=info.decks)] + [
        say(
            "{wager} {amount}",
            wager=wager_text(painter.texts, wager.wager),
            amount=stake_text(painter.texts, wager),
        )
        for wager in info.wagers
    ]
    whole = BETWEEN_LIMITS.join(limit.replace(" ", NO_BREAK) for limit in limits)
    lines = painter.art.wrap(whole, layout.HEADER_LIMITS[0].w, theme.SMALL, "Regular")
    for index, (line, box) in enumerate(zip(lines, layout.HEADER_LIMITS, strict=False)):
        painter.label(
            f"limits:{index}", box, line, size=theme.SMALL, colour=theme.MUTED, align="centre"
        )
    if info.is_demo:
        ribbon = layout.DEMO_RIBBON
        painter.box(ribbon, radius=10, ground=theme.WARNING)
        painter.label(
            "demo",
            Box(ribbon.x + 8, ribbon.y + 2, ribbon.w - 16, ribbon.h - 4),
            say("DEMO - NO REAL MONEY"),
            size=theme.SMALL,
            weight="Bold",
            colour=theme.ON_WARNING,
            align="centre",
        )


def header_buttons(painter: Painter, picture: Picture, blocked: str | None) -> None:
    """The ways into the pages and, from the same place, out of them; a call; language and sound.

    `blocked` is why no page may be opened or closed now, or None.
    """
    say = painter.texts.say
    moving = blocked or (say("cards are coming") if picture.is_moving else None)
    no_session = say("no round yet") if picture.view.session is None else None
    _page_button(
        painter, picture, help_pages.OPEN, layout.PAYS, say("PAYS"), page=Help, reason=moving
    )
    _page_button(
        painter,
        picture,
        pages.REVIEW,
        layout.REVIEW,
        say("REVIEW"),
        page=Reviewing,
        reason=moving or no_session,
    )
    _page_button(painter, picture, pages.MENU, layout.MENU, say("MENU"), page=Menu, reason=moving)
    is_calling = picture.view.is_calling
    button(
        painter,
        picture.finger,
        pages.CALL,
        layout.CALL,
        say("CALLED") if is_calling else say("CALL"),
        sub=say("cancel") if is_calling else "",
        tone=_call_tone(picture),
    )
    other = pages.next_language(picture.info, picture.view.preferences.language)
    is_single = len(pages.languages(picture.info)) < 2
    button(
        painter,
        picture.finger,
        pages.NEXT_LANGUAGE,
        layout.LANGUAGE,
        other.upper(),
        reason=say("one language only") if is_single else None,
        shows_reason=False,
    )
    has_sound = picture.view.preferences.volume > 0
    button(
        painter,
        picture.finger,
        pages.SOUND,
        layout.SOUND,
        say("SOUND"),
        sub=say("on") if has_sound else say("off"),
    )


def _call_tone(picture: Picture) -> theme.Tone:
    """Gold while it calls; blue where calling is what the player should do."""
    if picture.view.is_calling:
        return "called"
    return "primary" if picture.is_award_locked or picture.view.tilt is not None else "other"


def _page_button(
    painter: Painter,
    picture: Picture,
    name: str,
    box: Box,
    title: str,
    *,
    page: type[Page],
    reason: str | None,
) -> None:
    if isinstance(picture.page, page):
        close = painter.texts.say("CLOSE")
        is_free = picture.is_moving and picture.view.tilt is None
        button(
            painter,
            picture.finger,
            pages.CLOSE,
            box,
            close,
            tone="primary",
            reason=None if is_free else reason,
            shows_reason=False,
        )
        return
    button(painter, picture.finger, name, box, title, reason=reason, shows_reason=False)

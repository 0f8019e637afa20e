"""The page of choices: language, sound, speed of cards, and how things look."""

from table_app.station import layout, pages, theme
from table_app.station.canvas import Painter
from table_app.station.layout import Box
from table_app.station.picture import Picture
from table_app.station.texts import language_name, mark
from table_app.station.widgets.button import button
from table_app.vocabulary.commands import VOLUME_MAX, Speed

SPEEDS: dict[Speed, str] = {
    "slow": mark("slow"),
    "normal": mark("normal"),
    "fast": mark("fast"),
    "instant": mark("instant"),
}
SWITCHES: dict[str, str] = {
    "has_four_colours": mark("Four colors for the four suits"),
    "has_large_text": mark("Large text"),
    "has_reduced_motion": mark("No animations"),
    "is_left_handed": mark("Buttons for the left hand"),
}
assert tuple(SWITCHES) == pages.SWITCHES


def menu(painter: Painter, picture: Picture) -> None:
    """Draw the page; every choice acts at once and lasts until the session ends."""
    painter.box(layout.PAGE, radius=20, ground=theme.PANEL, border=theme.RING)
    say = painter.texts.say
    rows = iter(layout.MENU_ROWS)
    title = Box(layout.PAGE_TITLE.x, layout.PAGE_TITLE.y, 1800, layout.PAGE_TITLE.h)
    painter.label(
        "page title", title, say("YOUR SCREEN"), size=44, weight="Bold", colour=theme.GOLD
    )
    chosen = picture.view.preferences
    row = _name(painter, next(rows), "language", say("Language"))
    for index, language in enumerate(pages.languages(picture.info)):
        _choice(
            painter,
            picture,
            f"{pages.LANGUAGE}{language}",
            _place(row, index),
            language_name(language),
            is_chosen=language == chosen.language,
        )
    _volume(painter, picture, _name(painter, next(rows), "volume", say("Sound")))
    row = _name(painter, next(rows), "speed", say("Cards move"))
    for index, speed in enumerate(picture.info.jurisdiction.speeds):
        _choice(
            painter,
            picture,
            f"{pages.SPEED}{speed}",
            _place(row, index),
            say(SPEEDS[speed]),
            is_chosen=speed == chosen.speed,
        )
    for switch, words in SWITCHES.items():
        row = _name(painter, next(rows), switch, say(words))
        is_on = bool(getattr(chosen, switch))
        _choice(
            painter,
            picture,
            f"{pages.SWITCH}{switch}",
            _place(row, 0),
            say("on") if is_on else say("off"),
            is_chosen=is_on,
        )


def _volume(painter: Painter, picture: Picture, row: Box) -> None:
    say, volume = painter.texts.say, picture.view.preferences.volume
    button(
        painter,
        picture.finger,
        "volume_down",
        _place(row, 0),
        say("softer"),
        reason=say("silent") if volume == 0 else None,
        shows_reason=False,
    )
    box = _place(row, 1)
    shown = say("{volume} of {most}", volume=volume, most=VOLUME_MAX) if volume else say("silent")
    painter.label("volume now", box, shown, size=theme.BUTTON, weight="Bold", align="centre")
    button(
        painter,
        picture.finger,
        "volume_up",
        _place(row, 2),
        say("louder"),
        reason=say("as loud as it gets") if volume == VOLUME_MAX else None,
        shows_reason=False,
    )


def _name(painter: Painter, row: Box, name: str, words: str) -> Box:
    """The name of a row, and the room for its choices."""
    box = Box(row.x, row.y, layout.MENU_NAME_WIDTH, row.h)
    painter.label(f"menu:{name}", box, words, size=theme.BUTTON_SMALL, weight="SemiBold")
    return Box(box.right, row.y, row.right - box.right, row.h)


def _place(row: Box, index: int) -> Box:
    width, height = layout.MENU_CHOICE
    return Box(row.x + (width + 16) * index, row.y, width, height)


def _choice(
    painter: Painter, picture: Picture, name: str, box: Box, words: str, *, is_chosen: bool
) -> None:
    button(painter, picture.finger, name, box, words, tone="primary" if is_chosen else "other")

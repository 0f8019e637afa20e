"""Colours and sizes of type. Not here: where things lie (layout.py)."""

from typing import Final, Literal

from msgspec import Struct

Colour = tuple[int, int, int]
Weight = Literal["Regular", "SemiBold", "Bold"]


def _hex(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


FELT: Final = _hex("0B4F3A")
FELT_LIGHT: Final = _hex("0E5D45")
FELT_DARK: Final = _hex("083C2C")
WELL: Final = _hex("073527")
PANEL: Final = _hex("0E1A20")
PANEL_ROW: Final = _hex("17262E")
BAR: Final = _hex("05090B")
PHASE_GROUND: Final = _hex("12324A")
PHASE_TROUGH: Final = _hex("081722")
TEXT: Final = _hex("F6F2E4")
GOLD: Final = _hex("F2C14E")
GOLD_GROUND: Final = _hex("3D2F08")
RING: Final = _hex("E8C877")
MUTED: Final = _hex("A9B7BD")
ON_GOLD: Final = _hex("14181B")
PRIMARY: Final = _hex("1565A8")
STAND: Final = _hex("B4490F")
OTHER: Final = _hex("4A5964")
UNAVAILABLE: Final = _hex("1F2C33")
UNAVAILABLE_TEXT: Final = _hex("93A1A8")
UNAVAILABLE_BORDER: Final = _hex("45545C")
WHITE: Final = _hex("FFFFFF")
BORDER: Final = _hex("EFE8D2")
WARNING: Final = _hex("FFB000")
ON_WARNING: Final = _hex("14181B")
URGENT: Final = _hex("FF8A5C")
SUIT_RED: Final = _hex("FF7A7A")
CARD_FACE: Final = _hex("FBFAF6")
CARD_EDGE: Final = _hex("2A2F33")
CARD_RED: Final = _hex("C8102E")
CARD_BLACK: Final = _hex("111418")
FOUR_SUITS: Final[dict[str, Colour]] = {
    "S": CARD_BLACK,
    "H": _hex("B8420A"),
    "D": _hex("0B5CAD"),
    "C": _hex("00735A"),
}
"""Four suits that stay apart for every kind of colour blindness."""
CARD_BACK: Final = _hex("7A1226")
CARD_BACK_LINE: Final = _hex("A5374B")
LOST_GROUND: Final = _hex("2A1A1E")

ACTION_COLOURS: Final[dict[str, tuple[Colour, Colour]]] = {
    "hit": (PRIMARY, WHITE),
    "stand": (STAND, WHITE),
    "double": (GOLD, ON_GOLD),
    "split": (_hex("E9E6D9"), CARD_BLACK),
    "surrender": (_hex("6B3FA0"), WHITE),
}
"""Ground and letters of an action on the strategy card; hit and stand as on their buttons."""

VEIL_ALPHA: Final = 168

SMALL: Final = 24
BODY: Final = 28
BUTTON_SMALL: Final = 30
BUTTON: Final = 36
DECISION: Final = 44
METER: Final = 56
SMALLEST: Final = 24
"""No text is ever set smaller than this, measured on a screen 1920 wide."""


class Face(Struct, frozen=True):
    """How a button looks: its ground and its text."""

    ground: Colour
    text: Colour
    border: Colour


Tone = Literal["primary", "stand", "other", "called"]

FACES: Final[dict[Tone, Face]] = {
    "primary": Face(PRIMARY, WHITE, BORDER),
    "stand": Face(STAND, WHITE, BORDER),
    "other": Face(OTHER, WHITE, BORDER),
    "called": Face(WARNING, ON_WARNING, BORDER),
}
UNAVAILABLE_FACE: Final = Face(UNAVAILABLE, UNAVAILABLE_TEXT, UNAVAILABLE_BORDER)

CHIP_COLOURS: Final[tuple[tuple[int, Colour, Colour], ...]] = (
    (100_000, _hex("C87800"), CARD_BLACK),
    (50_000, _hex("6B3FA0"), WHITE),
    (10_000, _hex("17191C"), WHITE),
    (2_500, _hex("0B7345"), WHITE),
    (500, _hex("B3122D"), WHITE),
    (0, _hex("E9E6D9"), CARD_BLACK),
)
"""From which value in cents a chip is coloured so, and the colour of its writing."""

TEXT_PAIRS: Final[tuple[tuple[str, Colour, Colour], ...]] = (
    ("main text on felt", TEXT, FELT),
    ("main text on light felt", TEXT, FELT_LIGHT),
    ("main text on a panel", TEXT, PANEL),
    ("main text on a row", TEXT, PANEL_ROW),
    ("main text on a bar", TEXT, BAR),
    ("main text on the phase bar", TEXT, PHASE_GROUND),
    ("main text on the lost ground", TEXT, LOST_GROUND),
    ("gold on light felt", GOLD, FELT_LIGHT),
    ("gold on a panel", GOLD, PANEL),
    ("gold on a row", GOLD, PANEL_ROW),
    ("gold on its own ground", GOLD, GOLD_GROUND),
    ("gold on a bar", GOLD, BAR),
    ("gold on the phase bar", GOLD, PHASE_GROUND),
    ("muted text on a winning row", MUTED, GOLD_GROUND),
    ("main text on a winning row", TEXT, GOLD_GROUND),
    ("red suit on a row", SUIT_RED, PANEL_ROW),
    ("muted text on a panel", MUTED, PANEL),
    ("muted text on a row", MUTED, PANEL_ROW),
    ("muted text on a bar", MUTED, BAR),
    ("muted text in a well", MUTED, WELL),
    ("text on gold", ON_GOLD, GOLD),
    ("text on a warning", ON_WARNING, WARNING),
    ("urgent seconds", URGENT, PHASE_GROUND),
    ("red index", CARD_RED, CARD_FACE),
    ("black index", CARD_BLACK, CARD_FACE),
    ("unavailable", UNAVAILABLE_TEXT, UNAVAILABLE),
    *((f"index of {suit} in four colours", ink, CARD_FACE) for suit, ink in FOUR_SUITS.items()),
    *((f"{tone} button", face.text, face.ground) for tone, face in FACES.items()),
    *((f"{action} on the card", text, ground) for action, (ground, text) in ACTION_COLOURS.items()),
    *((f"chip from {least} cents", text, ground) for least, ground, text in CHIP_COLOURS),
)
"""Every pair of text and ground in use, for the test of contrast."""


def chip_colours(value_cents: int) -> tuple[Colour, Colour]:
    """Ground and writing of a chip of this value."""
    return next((ground, text) for least, ground, text in CHIP_COLOURS if value_cents >= least)


def contrast(one: Colour, other: Colour) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

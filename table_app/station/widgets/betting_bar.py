"""The betting bar: the chip rail, what can be done with the layout, and DEAL."""

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.chip_art import chip_image
from table_app.station.picture import Picture
from table_app.station.widgets.button import button
from table_app.station.words import refusal_text
from table_app.vocabulary.views import BettingView


def betting_bar(painter: Painter, picture: Picture, betting: BettingView) -> None:
    """Draw chips, tools and DEAL."""
    _chip_rail(painter, picture)
    _tools(painter, picture, betting)
    say = painter.texts.say
    if betting.is_ready and picture.wish is None:
        reason: str | None = say("ready, waiting for others")
    elif betting.deal is not None and picture.wish is None:
        reason = refusal_text(painter.texts, betting.deal)
    else:
        reason = None if picture.layout else say("place your bet first")
    if not picture.layout and not picture.view.credit_cents:
        reason = say("add credit first")
    button(
        painter,
        picture.finger,
        "deal",
        layout.DEAL,
        say("DEAL"),
        tone="primary",
        size=theme.METER,
        reason=reason,
    )


def _chip_rail(painter: Painter, picture: Picture) -> None:
    chips = picture.info.chips_cents
    for value, place in zip(chips, layout.chip_rail(len(chips)), strict=True):
        name = f"chip:{value}"
        is_above_credit = value > picture.view.credit_cents
        is_chosen = value == picture.finger.chip_cents
        if is_chosen or picture.finger.pressed == name:
            halo = layout.Box(place.x - 6, place.y - 6, place.w + 12, place.h + 12)
            painter.box(halo, radius=halo.w / 2, ground=theme.GOLD)
        painter.put_in(chip_image(painter.art, value, place.w, is_dim=is_above_credit), place)
        reason = painter.texts.say("above your credit") if is_above_credit else None
        painter.target(name, place, painter.texts.short_money(value), reason=reason)


def _tools(painter: Painter, picture: Picture, betting: BettingView) -> None:
    say, texts = painter.texts.say, painter.texts
    no_chips = None if picture.layout else say("no chips yet")
    finger = picture.finger
    button(
        painter,
        finger,
        "undo",
        layout.UNDO,
        say("UNDO"),
        reason=None if picture.has_undo else say("nothing to undo"),
        shows_reason=False,
    )
    button(
        painter,
        finger,
        "clear",
        layout.CLEAR,
        say("CLEAR"),
        sub=say("hold"),
        reason=no_chips,
        shows_reason=False,
        is_held=True,
    )
    for name, box, title, offer in (
        ("double_bets", layout.DOUBLE_BETS, say("x2"), betting.doubled),
        ("repeat", layout.REPEAT, say("REPEAT"), betting.repeat),
    ):
        refusal = offer.refusal
        reason = refusal_text(texts, refusal) if refusal is not None else None
        is_code_plain = refusal is not None and refusal.code in {
            "nothing_on_layout",
            "nothing_to_repeat",
        }
        button(
            painter,
            finger,
            name,
            box,
            title,
            reason=reason,
            shows_reason=not is_code_plain,
        )

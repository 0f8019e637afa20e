"""The seat is locked until attendants have validated its award: a banner where the chips were."""

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.picture import Picture
from table_app.station.widgets.button import button
from table_app.station.words import outcome_text, wager_text


def award_lock(painter: Painter, picture: Picture) -> None:
    """Draw the banner, and on a demo table the button that stands in for the attendants."""
    say, texts, view = painter.texts.say, painter.texts, picture.view
    painter.box(layout.AWARD, radius=20, ground=theme.WARNING, border=theme.BORDER, line=4)
    total = sum(award.amount_cents for award in view.awards)
    painter.label(
        "award",
        layout.AWARD_AMOUNT,
        say("AWARD {amount}", amount=texts.money(total)),
        size=64,
        weight="Bold",
        colour=theme.ON_WARNING,
    )
    painter.label(
        "award call",
        layout.AWARD_CALL,
        say("Not on your credit yet: please press CALL. Other seats play on."),
        size=theme.BUTTON_SMALL,
        weight="SemiBold",
        colour=theme.ON_WARNING,
    )
    rows = dict.fromkeys(
        say(
            "{wager}: {row}",
            wager=wager_text(texts, award.wager),
            row=outcome_text(texts, award.outcome),
        )
        for award in view.awards
    )
    for index, (row, box) in enumerate(zip(rows, layout.AWARD_ROWS, strict=False)):
        painter.label(f"award row:{index}", box, row, size=26, colour=theme.ON_WARNING)
    if view.demo_validation is None:
        button(
            painter,
            picture.finger,
            "demo_validation",
            layout.DEMO_VALIDATION,
            say("DEMO: VALIDATE AWARD"),
            sub=say("no attendant, no real money"),
        )
    if view.betting is not None:
        button(
            painter,
            picture.finger,
            "deal",
            layout.DEAL,
            say("DEAL"),
            tone="primary",
            size=theme.METER,
            reason=say("call an attendant for your award"),
        )

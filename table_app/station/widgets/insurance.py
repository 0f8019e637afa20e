"""The insurance question, below the cards it is about and far from where DEAL was."""

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.picture import Picture
from table_app.station.widgets.button import button
from table_app.station.words import refusal_text
from table_app.vocabulary.views import InsuranceView


def insurance(painter: Painter, picture: Picture, question: InsuranceView) -> None:
    """Draw the question and its two or three answers."""
    say, texts = painter.texts.say, painter.texts
    painter.box(layout.INSURANCE, radius=20, ground=theme.PANEL, border=theme.GOLD, line=4)
    painter.label(
        "insurance",
        layout.INSURANCE_TITLE,
        _question(painter, picture),
        size=32,
        weight="Bold",
        align="centre",
    )
    stake = texts.short_money(question.stake_cents)
    boxes = layout.INSURANCE_BUTTONS[3 if question.has_even_money else 2]
    button(
        painter,
        picture.finger,
        "insure",
        boxes[0],
        say("INSURE {stake}", stake=stake),
        sub=say("{paid} if Blackjack", paid=texts.short_money(question.insured_paid_cents)),
        size=theme.BUTTON,
        reason=None if question.refusal is None else refusal_text(texts, question.refusal),
    )
    button(
        painter,
        picture.finger,
        "no_insurance",
        boxes[1],
        say("NO INSURANCE"),
        sub=say("play on"),
        size=theme.BUTTON,
    )
    if question.has_even_money:
        paid = texts.short_money(question.even_money_paid_cents)
        button(
            painter,
            picture.finger,
            "even_money",
            boxes[2],
            say("EVEN MONEY"),
            sub=say("{paid} now, bet included", paid=paid),
            size=theme.BUTTON,
        )


def _question(painter: Painter, picture: Picture) -> str:
    say, pays = painter.texts.say, picture.info.insurance_pays
    if pays is None:
        return say("The dealer shows an ace.")
    return say(
        "The dealer shows an ace. Insurance pays {pays} to {per}.", pays=pays[0], per=pays[1]
    )

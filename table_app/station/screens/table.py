"""The table's one screen, in every phase: `draw` is a function of the picture alone."""

from typing import assert_never

from table_app.station import felt, layout, theme
from table_app.station.canvas import Painter
from table_app.station.help import rule_lines
from table_app.station.picture import Help, Menu, Picture, Reviewing
from table_app.station.widgets.award import award_lock
from table_app.station.widgets.betting_bar import betting_bar
from table_app.station.widgets.button import button
from table_app.station.widgets.cards import dealer, hands
from table_app.station.widgets.decision_bar import decision_bar
from table_app.station.widgets.dynamic import dynamic_panel, dynamic_wager
from table_app.station.widgets.header import header, header_buttons
from table_app.station.widgets.help import help_panel
from table_app.station.widgets.insurance import insurance
from table_app.station.widgets.menu import menu
from table_app.station.widgets.meters import meters
from table_app.station.widgets.notices import message, notice, out_of_service, please_wait
from table_app.station.widgets.panels import others, paytable, rules, shoe, won_outcome
from table_app.station.widgets.phase_bar import phase_bar
from table_app.station.widgets.progressives import progressives
from table_app.station.widgets.reality import reality_check
from table_app.station.widgets.review import review_page
from table_app.station.widgets.spots import spots


def draw(painter: Painter, picture: Picture, *, is_lost: bool) -> None:
    """Draw everything, from the felt up."""
    info = picture.info
    painter.group(("header", info), lambda part: header(part, info))
    phase_bar(painter, picture)
    meters(painter, picture)
    _middle(painter, picture)
    say = painter.texts.say
    blocked = None
    if picture.view.tilt is not None:
        blocked = say("out of service")
        painter.disable(blocked)
        out_of_service(painter, picture.view.tilt)
    elif picture.is_reality_check:
        blocked = say("please confirm first")
        painter.disable(blocked)
        reality_check(painter, picture)
    header_buttons(painter, picture, blocked)
    if picture.notice is not None and not is_lost:
        notice(painter, picture.notice)
    if is_lost:
        please_wait(painter)
        painter.disable(say("please wait"))


def _middle(painter: Painter, picture: Picture) -> None:
    """The table, or the page that lies over it."""
    match picture.page:
        case Help() as page:
            help_panel(painter, picture, page)
        case Menu():
            menu(painter, picture)
        case Reviewing() as page:
            review_page(painter, picture, page)
        case None:
            _table(painter, picture)
        case _:
            assert_never(picture.page)


def _table(painter: Painter, picture: Picture) -> None:
    """The felt, the panels beside it, and what can be done now."""
    view = picture.view
    if not view.dealer.cards and not view.hands:
        _felt_print(painter, picture)
    _paytable(painter, picture)
    painter.group(
        ("shoe", view.round, view.shoe_commitment, view.is_witnessed),
        lambda part: shoe(part, view),
    )
    if view.meters:
        progressives(painter, picture)
    else:
        painter.group(("rules", picture.info), lambda part: rules(part, picture.info))
    others(painter, picture)
    flying = dealer(painter, picture)
    flying += hands(painter, picture)
    is_asked = view.insurance is not None and not picture.is_moving
    if not is_asked:
        flying += spots(painter, picture)
    with painter.for_hand():
        _control_bar(painter, picture)
    painter.items += flying
    if view.insurance is not None and not picture.is_moving:
        insurance(painter, picture, view.insurance)


def draw_connecting(painter: Painter) -> None:
    """What is shown before the table has said anything."""
    say = painter.texts.say
    message(painter, layout.CONNECTING, say("PLEASE WAIT"), say("Connecting to the table."))


def _control_bar(painter: Painter, picture: Picture) -> None:
    view = picture.view
    if view.phase in {"decisions", "dynamic"} or picture.is_moving:
        decision_bar(painter, picture)
    elif picture.is_award_locked:
        award_lock(painter, picture)
    elif view.betting is not None:
        betting_bar(painter, picture, view.betting)
    elif view.insurance is not None:
        _bar_message(painter, painter.texts.say("No answer means no insurance."))
    elif view.phase == "insurance":
        _bar_message(painter, painter.texts.say("Other seats are still deciding."))
    elif view.phase == "closed":
        _bar_message(painter, painter.texts.say("This table is closed."))
    elif view.phase == "result":
        _bar_message(painter, painter.texts.say("The next round is being prepared."))
    is_busy = picture.is_moving or picture.is_award_locked
    if picture.info.is_demo and view.demo_credit is None and not is_busy:
        amount = painter.texts.short_money(picture.info.demo_credit_cents)
        button(
            painter,
            picture.finger,
            "demo_credit",
            layout.DEMO_CREDIT,
            painter.texts.say("DEMO"),
            sub=painter.texts.say("ADD {amount}", amount=amount),
        )


def _paytable(painter: Painter, picture: Picture) -> None:
    dynamic = dynamic_wager(picture)
    if dynamic is not None:
        dynamic_panel(painter, picture, dynamic)
        return
    wager = next((wager for wager in picture.info.wagers if wager.rows), None)
    if wager is not None:
        won = won_outcome(picture, wager)
        painter.group(("paytable", wager, won), lambda part: paytable(part, wager, won))


def _bar_message(painter: Painter, text: str) -> None:
    painter.label(
        "bar message",
        layout.CONTROL_MESSAGE,
        text,
        size=theme.BUTTON,
        colour=theme.MUTED,
        align="centre",
    )


def _felt_print(painter: Painter, picture: Picture) -> None:
    lines = rule_lines(painter.texts, picture.info)
    main, middle, last = (lines[0].upper(), *(["", *lines[1:]])[-2:])
    painter.put(felt.printed(painter.art, (main, middle, last)), felt.PRINT_BOX.x, felt.PRINT_BOX.y)

"""The phase bar: whose turn it is, in words, and how much time is left."""

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.layout import Box
from table_app.station.picture import Picture

TROUGH_RADIUS = 10


def phase_bar(painter: Painter, picture: Picture) -> None:
    """Draw the phase bar; it is gold after a great win, and never after a return below the stake."""
    is_great = picture.is_great_win
    painter.box(layout.PHASE, radius=14, ground=theme.GOLD if is_great else theme.PHASE_GROUND)
    painter.label(
        "phase",
        layout.PHASE_TEXT,
        _words(painter, picture),
        size=32,
        weight="Bold",
        colour=theme.ON_GOLD if is_great else theme.TEXT,
    )
    countdown = picture.countdown
    if countdown is None or picture.is_moving:
        return
    trough = layout.PHASE_TIMER
    colour = theme.URGENT if countdown.is_urgent else theme.GOLD
    painter.box(trough, radius=TROUGH_RADIUS, ground=theme.PHASE_TROUGH)
    filled = trough.w * countdown.permille_left / 1000
    if filled >= trough.h:
        painter.box(Box(trough.x, trough.y, filled, trough.h), radius=TROUGH_RADIUS, ground=colour)
    painter.label(
        "seconds",
        layout.PHASE_SECONDS,
        painter.texts.say("{seconds} s", seconds=countdown.seconds_left),
        size=32,
        weight="Bold",
        colour=colour,
        align="right",
    )


def _words(painter: Painter, picture: Picture) -> str:
    say, view = painter.texts.say, picture.view
    if view.tilt is not None:
        return say("OUT OF SERVICE")
    if picture.is_moving:
        return say("NO MORE BETS")
    if picture.is_award_locked:
        return say("AWARD - CALL AN ATTENDANT")
    if picture.is_great_win:
        return say("GREAT WIN {amount}", amount=painter.texts.money(view.win_cents))
    return _phase(painter, picture)


def _phase(painter: Painter, picture: Picture) -> str:
    say, view = painter.texts.say, picture.view
    match view.phase:
        case "closed":
            return say("TABLE CLOSED")
        case "betting":
            return _betting(painter, picture)
        case "dynamic":
            return say("NO MORE BETS")
        case "insurance":
            return say("INSURANCE?") if view.insurance else say("WAITING FOR OTHERS")
        case "decisions":
            return _turn(painter, picture)
        case "result":
            return say("ROUND OVER")


def _betting(painter: Painter, picture: Picture) -> str:
    say, view = painter.texts.say, picture.view
    if view.betting is not None and view.betting.is_ready:
        return say("READY - WAITING FOR OTHERS")
    has_money = view.session is not None or view.credit_cents > 0
    return say("PLACE YOUR BETS") if has_money else say("WELCOME - ADD CREDIT TO PLAY")


def _turn(painter: Painter, picture: Picture) -> str:
    say, view = painter.texts.say, picture.view
    if view.active_seat != view.seat:
        if view.active_seat is None:
            return say("PLEASE WAIT")
        return say("SEAT {seat} IS PLAYING", seat=view.active_seat)
    active = next((index for index, hand in enumerate(view.hands) if hand.is_active), 0)
    if len(view.hands) > 1:
        return say("YOUR TURN - HAND {hand} OF {hands}", hand=active + 1, hands=len(view.hands))
    return say("YOUR TURN")

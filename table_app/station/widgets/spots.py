"""The wagers' rings: chips while betting and playing, each wager's own result afterwards."""

import pygame

from table_app.station import layout, theme
from table_app.station.animation import LOST, ChipFlight, ease_out
from table_app.station.art import SUPERSAMPLE, Art
from table_app.station.betting import fixed_cents
from table_app.station.canvas import Item, Painter
from table_app.station.chip_art import chip_image, stack_image, stack_of
from table_app.station.layout import Box
from table_app.station.picture import Picture
from table_app.station.words import capitals, in_spot_text, wager_text, wager_title
from table_app.vocabulary.views import SpotView, WagerInfo

CHIP = 80
PILL_HEIGHT = 40
PILL_WIDEST = layout.SPOT_WIDTH - 20
PLATE_LINE = 29
BLACKJACK, INSURANCE = "blackjack", "insurance"


def spots(painter: Painter, picture: Picture) -> list[Item]:
    """Draw every spot; what is returned flies above everything."""
    offered = picture.info.wagers
    played = {spot.wager: spot for spot in picture.spots}
    rings = {
        wager.wager: ring for wager, ring in zip(offered, layout.spots(len(offered)), strict=True)
    }
    chips = {placed.wager: placed.stake_cents for placed in picture.layout}
    for wager in offered:
        ring = rings[wager.wager]
        _name(painter, wager.wager, ring)
        _ring(painter, picture, wager.wager, ring)
        if picture.shows_layout:
            _chips(painter, picture, wager, ring, chips.get(wager.wager, 0))
        elif wager.wager in played:
            _played(painter, picture, played[wager.wager], ring)
        if picture.view.betting is not None and not picture.is_moving:
            _touch(painter, picture, wager.wager, ring, chips.get(wager.wager, 0))
    if INSURANCE in played and not picture.shows_layout:
        rings[INSURANCE] = layout.INSURANCE_SPOT
        _insurance(painter, played[INSURANCE])
    return _flying(painter, picture, rings)


def _name(painter: Painter, wager: str, ring: Box) -> None:
    painter.label(
        f"name:{wager}",
        layout.spot_name(ring),
        wager_title(painter.texts, wager),
        size=26,
        weight="Bold",
        align="centre",
    )


def _insurance(painter: Painter, spot: SpotView) -> None:
    """Insurance has no ring to bet on; once taken it lies beside the dealer's cards."""
    box = layout.INSURANCE_SPOT
    is_settled = spot.outcome is not None
    is_won = is_settled and spot.paid_cents > spot.stake_cents
    painter.box(box, radius=14, ground=theme.PANEL, border=theme.GOLD if is_won else theme.RING)
    name = wager_title(painter.texts, INSURANCE)
    painter.label(
        f"name:{INSURANCE}",
        Box(box.x + 10, box.y + 6, box.w - 20, 32),
        name,
        size=theme.SMALL,
        weight="SemiBold",
        align="centre",
    )
    stake = painter.texts.short_money(spot.stake_cents)
    painter.label(
        f"outcome:{INSURANCE}" if is_settled else f"amount:{INSURANCE}",
        Box(box.x + 10, box.y + 38, box.w - 20, 40),
        _outcome(painter, spot) if is_settled else stake,
        size=theme.BUTTON_SMALL,
        weight="Bold",
        colour=theme.GOLD,
        align="centre",
    )


def is_locked(picture: Picture, wager: str) -> bool:
    """Whether a side wager still waits for the Blackjack wager."""
    has_main = any(placed.wager == BLACKJACK for placed in picture.layout)
    return picture.view.betting is not None and wager != BLACKJACK and not has_main


def _ring(painter: Painter, picture: Picture, wager: str, ring: Box) -> None:
    is_pressed = picture.finger.pressed == f"spot:{wager}"
    border = theme.GOLD if is_pressed else theme.RING
    painter.box(
        ring,
        radius=ring.w / 2,
        ground=theme.WELL,
        border=border,
        line=8 if is_pressed else 5,
    )


def _touch(painter: Painter, picture: Picture, wager: str, ring: Box, amount_cents: int) -> None:
    amount = painter.texts.short_money(amount_cents)
    name = wager_text(painter.texts, wager)
    reason = None
    if picture.is_award_locked:
        reason = painter.texts.say("call an attendant for your award")
    elif is_locked(picture, wager):
        reason = painter.texts.say("place Blackjack first")
    painter.target(f"spot:{wager}", ring, f"{name} {amount}", reason=reason)


def _chips(
    painter: Painter, picture: Picture, wager: WagerInfo, ring: Box, amount_cents: int
) -> None:
    name, texts = wager.wager, painter.texts
    if amount_cents:
        _stack(painter, picture, ring, amount_cents)
        _pill(painter, f"amount:{name}", ring, texts.short_money(amount_cents))
    elif is_locked(picture, name):
        painter.put_in(padlock(painter.art), Box(ring.x, ring.y + 8, ring.w, 46))
        lines = painter.art.wrap(
            texts.say("place Blackjack first"), ring.w - 20, theme.SMALL, "Regular"
        )
        _lines(painter, f"locked:{name}", ring, lines)
    elif picture.view.betting is not None and picture.view.credit_cents:
        only = fixed_cents(wager)
        height = 40 if only is None else 80
        box = Box(ring.x + 12, ring.centre[1] - height / 2, ring.w - 24, 40)
        painter.label(
            f"tap:{name}",
            box,
            texts.say("TAP"),
            size=30,
            weight="SemiBold",
            colour=theme.MUTED,
            align="centre",
        )
        if only is not None:
            painter.label(
                f"tap amount:{name}",
                Box(box.x, box.bottom, box.w, 40),
                texts.short_money(only),
                size=30,
                weight="Bold",
                colour=theme.GOLD,
                align="centre",
            )


def _lines(painter: Painter, name: str, ring: Box, lines: tuple[str, ...]) -> None:
    for index, line in enumerate(lines):
        box = Box(ring.x + 8, ring.y + 52 + 26 * index, ring.w - 16, 26)
        painter.label(
            f"{name}:{index}",
            box,
            line,
            size=theme.SMALL,
            colour=theme.MUTED,
            align="centre",
        )


def _played(painter: Painter, picture: Picture, spot: SpotView, ring: Box) -> None:
    if not spot.stake_cents:
        return
    is_settled = spot.outcome is not None
    if spot.reserved_cents:
        _award(painter, picture, spot, ring)
    elif is_settled and spot.wager != BLACKJACK and spot.paid_cents > spot.stake_cents:
        assert spot.outcome is not None
        row = capitals(in_spot_text(painter.texts, spot.outcome))
        _plate(painter, spot.wager, ring, (row,), _outcome(painter, spot))
    elif is_settled:
        is_won = spot.paid_cents > spot.stake_cents
        if spot.paid_cents and picture.view.betting is None:
            _stack(painter, picture, ring, spot.paid_cents)
        _pill(painter, f"outcome:{spot.wager}", ring, _outcome(painter, spot), is_won=is_won)
    else:
        if spot.wager != BLACKJACK or not picture.view.hands:
            _stack(painter, picture, ring, spot.stake_cents)
        amount = painter.texts.short_money(spot.stake_cents)
        _pill(painter, f"amount:{spot.wager}", ring, amount)


def _award(painter: Painter, picture: Picture, spot: SpotView, ring: Box) -> None:
    """An award that attendants pay, with the row or the meter that it came from."""
    say, texts = painter.texts.say, painter.texts
    waiting = [award for award in picture.view.awards if award.wager == spot.wager]
    named = waiting[0].outcome if waiting else spot.outcome
    has_row = named is not None and named not in LOST
    row = capitals(in_spot_text(texts, named)) if named and has_row else say("AWARD")
    amount = texts.money(spot.reserved_cents)
    who = say("attendant") if waiting else say("paid")
    if spot.outcome is None:
        who = say("{who}, bet {amount}", who=who, amount=texts.short_money(spot.stake_cents))
    elif spot.paid_cents:
        who = say("{who}, and {amount}", who=who, amount=texts.short_money(spot.paid_cents))
    _plate(painter, spot.wager, ring, (row, who), amount)


def _plate(painter: Painter, wager: str, ring: Box, lines: tuple[str, ...], amount: str) -> None:
    """What was won, in words, over the ring, and how much."""
    plate = layout.spot_plate(ring)
    painter.box(plate, radius=16, ground=theme.GOLD_GROUND, border=theme.GOLD, line=4)
    room = plate.h - PILL_HEIGHT - 20
    wrapped = [
        (line, "Bold" if index == 0 else "Regular")
        for index, text in enumerate(lines)
        for line in painter.art.wrap(text, plate.w - 16, theme.SMALL, "Bold")
    ]
    top = plate.y + 8 + (room - PLATE_LINE * len(wrapped)) / 2
    for index, (line, weight) in enumerate(wrapped):
        painter.label(
            f"won:{wager}:{index}",
            Box(plate.x + 8, top + PLATE_LINE * index, plate.w - 16, PLATE_LINE),
            line,
            size=theme.SMALL,
            weight="Bold" if weight == "Bold" else "Regular",
            align="centre",
        )
    _pill(painter, f"outcome:{wager}", plate, amount, is_won=True)


def _outcome(painter: Painter, spot: SpotView) -> str:
    amount = painter.texts.money(spot.paid_cents)
    if spot.paid_cents == 0:
        return painter.texts.say("LOSE")
    if spot.paid_cents > spot.stake_cents:
        return amount
    return _given_back(painter, spot)


def _given_back(painter: Painter, spot: SpotView) -> str:
    """The stake or a part of it, in words if there is room for them in a pill."""
    say, texts = painter.texts.say, painter.texts
    whole, short = texts.money(spot.paid_cents), texts.short_money(spot.paid_cents)
    for amount in (whole, short):
        is_push = spot.paid_cents == spot.stake_cents
        words = (
            say("PUSH {amount}", amount=amount) if is_push else say("BACK {amount}", amount=amount)
        )
        if painter.art.fit(words, PILL_WIDEST - 12, theme.SMALL, "Bold")[1]:
            return words
    return whole


def _stack(painter: Painter, picture: Picture, ring: Box, amount_cents: int) -> None:
    values = stack_of(amount_cents, picture.info.chips_cents)
    image = stack_image(painter.art, values, CHIP)
    height = image.get_height() / painter.art.scale
    middle = ring.centre[1] - 14
    painter.put_in(image, Box(ring.x, middle - height / 2, ring.w, height))


def _pill(painter: Painter, name: str, ring: Box, text: str, *, is_won: bool = False) -> None:
    art = painter.art
    drawn = art.text(text, theme.BODY, "Bold", theme.ON_GOLD if is_won else theme.GOLD)
    width = min(max(96.0, drawn.get_width() / art.scale + 24), PILL_WIDEST)
    pill = Box(ring.centre[0] - width / 2, ring.bottom - PILL_HEIGHT - 4, width, PILL_HEIGHT)
    ground = theme.GOLD if is_won else theme.BAR
    painter.box(pill, radius=14, ground=ground, border=theme.RING, line=2)
    painter.label(
        name,
        Box(pill.x + 6, pill.y, pill.w - 12, pill.h),
        text,
        size=theme.BODY,
        weight="Bold",
        colour=theme.ON_GOLD if is_won else theme.GOLD,
        align="centre",
    )


def _flying(painter: Painter, picture: Picture, rings: dict[str, Box]) -> list[Item]:
    """Won chips on their way from the dealer, lost ones on their way back."""
    moment = picture.moment
    flying = _tossed(painter, picture, rings)
    stakes = {spot.wager: spot.stake_cents for spot in picture.view.spots}
    for flight in moment.timeline.chips:
        ring = rings.get(flight.wager)
        if ring is None or not flight.start_ms <= moment.ms < flight.end_ms:
            continue
        values = stack_of(stakes.get(flight.wager, 0), picture.info.chips_cents)
        image = stack_image(painter.art, values, CHIP)
        x, y = _between(flight, ring, moment.ms)
        painter.put(image, x, y)
        flying.append(painter.items.pop())
    return flying


def _tossed(painter: Painter, picture: Picture, rings: dict[str, Box]) -> list[Item]:
    """A chip between the rail and the spot it was put on."""
    toss, values = picture.toss, picture.info.chips_cents
    if toss is None or toss.wager not in rings or toss.chip_cents not in values:
        return []
    rail = layout.chip_rail(len(values))[values.index(toss.chip_cents)]
    start = (layout.mirrored(rail) if painter.look.is_left_handed else rail).centre
    end = rings[toss.wager].centre
    x, y = (one + (other - one) * toss.way for one, other in zip(start, end, strict=True))
    painter.put(chip_image(painter.art, toss.chip_cents, CHIP), x - CHIP / 2, y - CHIP / 2 - 14)
    return [painter.items.pop()]


def _between(flight: ChipFlight, ring: Box, ms: int) -> tuple[float, float]:
    way = ease_out(ms - flight.start_ms, flight.end_ms - flight.start_ms)
    here = ring.centre[0] - CHIP / 2, ring.centre[1] - CHIP / 2 - 14
    there = layout.DISCARD[0] - CHIP / 2, layout.DISCARD[1] - CHIP / 2
    start, end = (there, here) if flight.is_won else (here, there)
    return start[0] + (end[0] - start[0]) * way, start[1] + (end[1] - start[1]) * way


def padlock(art: Art) -> pygame.Surface:
    """A closed padlock."""
    return art.keep("padlock", lambda: _padlock(art.px(40)))


def _padlock(height: int) -> pygame.Surface:
    side = height * SUPERSAMPLE
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    image.fill((*theme.MUTED, 0))
    line = side // 10
    bow = pygame.Rect(side * 0.28, side * 0.04, side * 0.44, side * 0.8)
    pygame.draw.rect(image, theme.MUTED, bow, line, border_radius=side // 4)
    body = pygame.Rect(side * 0.16, side * 0.42, side * 0.68, side * 0.54)
    pygame.draw.rect(image, theme.MUTED, body, border_radius=side // 12)
    pygame.draw.circle(image, theme.WELL, (side / 2, side * 0.64), side * 0.07)
    pygame.draw.rect(image, theme.WELL, (side * 0.47, side * 0.66, side * 0.06, side * 0.16))
    return pygame.transform.smoothscale(image, (height, height))

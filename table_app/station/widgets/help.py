"""The help: for each wager its paytable as the law words it, what a player should know, strategy."""

from collections.abc import Iterator

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.help import MORE, STRATEGY, TAB, help_tabs, paragraphs, rule_lines
from table_app.station.layout import Box
from table_app.station.picture import Help, Picture
from table_app.station.widgets.button import button
from table_app.station.widgets.panels import making_outcome, raised_pays, won_outcome
from table_app.station.widgets.strategy import strategy_card
from table_app.station.words import outcome_text, pay_text, wager_text
from table_app.vocabulary.views import PayRow, WagerInfo

LINE = 34
PARAGRAPH_GAP = 14
TALLEST_ROW = 96
NAME_PART = 0.54


def help_panel(painter: Painter, picture: Picture, shown: Help) -> None:
    """Draw the open page; the game goes on behind it."""
    painter.box(layout.HELP, radius=20, ground=theme.PANEL, border=theme.RING)
    _tabs(painter, picture, shown.tab)
    strategy = picture.info.strategy
    if shown.tab == STRATEGY:
        painter.group(("strategy", strategy), lambda part: strategy_card(part, strategy))
    else:
        _wager_page(painter, picture, shown)


def _wager_page(painter: Painter, picture: Picture, shown: Help) -> None:
    wager = next(each for each in picture.info.wagers if each.wager == shown.tab)
    won, making = won_outcome(picture, wager), making_outcome(picture, wager)
    raised = raised_pays(picture, wager)
    painter.group(
        ("help rows", wager, won, making, raised),
        lambda part: _rows(part, wager, dict(raised), won=won, making=making),
    )
    if not wager.rows:
        rules = rule_lines(painter.texts, picture.info)
        painter.group(("help rules", rules), lambda part: _rules(part, rules))
    view = picture.before if picture.is_moving else picture.view
    texts = paragraphs(painter.texts, wager, view.meters)
    if making is not None:
        row = outcome_text(painter.texts, making)
        texts = (painter.texts.say("Your cards make now: {row}.", row=row), *texts)
    pages = tuple(_pages(painter, texts))
    _words(painter, pages[shown.page % len(pages)])
    if len(pages) > 1:
        _pager(painter, picture, shown.page % len(pages), len(pages))


def _tabs(painter: Painter, picture: Picture, chosen: str) -> None:
    texts, tabs = painter.texts, help_tabs(picture.info)
    for tab, box in zip(tabs, layout.help_tabs(len(tabs)), strict=True):
        title = texts.say("Strategy") if tab == STRATEGY else wager_text(texts, tab)
        tone: theme.Tone = "primary" if tab == chosen else "other"
        button(painter, picture.finger, f"{TAB}{tab}", box, title, tone=tone)


def _rows(
    painter: Painter,
    wager: WagerInfo,
    raised: dict[str, int],
    *,
    won: str | None,
    making: str | None,
) -> None:
    room = layout.HELP_ROWS
    pitch = min(TALLEST_ROW, room.h / max(1, len(wager.rows)))
    for index, row in enumerate(wager.rows):
        line = Box(room.x, room.y + pitch * index, room.w, pitch - 6)
        _row(painter, line, row, raised.get(row.outcome), is_won=row.outcome == won)
        if row.outcome == making:
            painter.box(line, radius=10, ground=None, border=theme.RING, line=5)


def _rules(painter: Painter, rules: tuple[str, ...]) -> None:
    """The Blackjack wager has no paytable: what it pays are rules of the table."""
    room = layout.HELP_ROWS
    for index, rule in enumerate(rules):
        line = Box(room.x, room.y + TALLEST_ROW * index, room.w, TALLEST_ROW - 6)
        painter.box(line, radius=10, ground=theme.PANEL_ROW)
        painter.label(
            f"help rule:{index}",
            Box(line.x + 16, line.y, line.w - 32, line.h),
            rule,
            size=theme.BUTTON_SMALL,
            weight="SemiBold",
        )


def _row(painter: Painter, line: Box, row: PayRow, raised: int | None, *, is_won: bool) -> None:
    say, texts = painter.texts.say, painter.texts
    ground = theme.GOLD if is_won else theme.PANEL_ROW
    colour = theme.ON_GOLD if is_won else theme.TEXT
    painter.box(line, radius=10, ground=ground, border=theme.GOLD if raised else None, line=4)
    under = ""
    if row.dynamic:
        values = "  ".join(str(value) for value in row.dynamic)
        under = say("may be raised to {values} for {per}", values=values, per=row.per)
    main = line.h - (40 if under else 0)
    name = Box(line.x + 16, line.y, line.w * NAME_PART, main)
    _name(painter, f"help row:{row.outcome}", name, outcome_text(texts, row.outcome), colour)
    pays = pay_text(texts, row)
    if raised is not None:
        pays = say(
            "this round {raised} for {per}, was {pays}", raised=raised, per=row.per, pays=row.pays
        )
    painter.label(
        f"help pays:{row.outcome}",
        Box(name.right + 8, line.y, line.right - name.right - 24, main),
        pays,
        size=theme.BUTTON_SMALL,
        weight="Bold",
        colour=theme.ON_GOLD if is_won else theme.GOLD,
        align="right",
    )
    if under:
        painter.label(
            f"help drawn:{row.outcome}",
            Box(line.x + 16, line.y + main, line.w - 32, 36),
            under,
            size=theme.SMALL,
            colour=theme.ON_GOLD if is_won else theme.MUTED,
            align="right",
        )


def _name(painter: Painter, name: str, box: Box, text: str, colour: theme.Colour) -> None:
    is_short = painter.art.fit(text, box.w, 26, "SemiBold")[1]
    lines = (text,) if is_short else painter.art.wrap(text, box.w, theme.SMALL, "SemiBold")
    height = box.h / len(lines) if len(lines) == 1 else 28
    top = box.y + (box.h - height * len(lines)) / 2
    for index, line in enumerate(lines):
        painter.label(
            f"{name}:{index}",
            Box(box.x, top + height * index, box.w, height),
            line,
            size=theme.BODY if is_short else theme.SMALL,
            weight="SemiBold",
            colour=colour,
        )


def _pages(painter: Painter, texts: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """The paragraphs as wrapped lines, as many on a page as it holds."""
    room, page, used = layout.HELP_WORDS, list[tuple[str, ...]](), 0.0
    for text in texts:
        lines = painter.art.wrap(text, room.w, painter.size(26), "Regular")
        height = painter.size(LINE) * len(lines) + PARAGRAPH_GAP
        if page and used + height > room.h:
            yield tuple(page)
            page, used = [], 0.0
        page.append(lines)
        used += height
    yield tuple(page)


def _words(painter: Painter, page: tuple[tuple[str, ...], ...]) -> None:
    room, pitch = layout.HELP_WORDS, painter.size(LINE)
    top = room.y
    for number, lines in enumerate(page):
        for index, line in enumerate(lines):
            painter.label(
                f"help text:{number}:{index}", Box(room.x, top, room.w, pitch), line, size=26
            )
            top += pitch
        top += PARAGRAPH_GAP


def _pager(painter: Painter, picture: Picture, page: int, count: int) -> None:
    say = painter.texts.say
    painter.label(
        "help page",
        layout.HELP_PAGE,
        say("page {page} of {count}", page=page + 1, count=count),
        size=26,
        colour=theme.MUTED,
        align="right",
    )
    button(painter, picture.finger, MORE, layout.HELP_MORE, say("NEXT PAGE"))

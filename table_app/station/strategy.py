"""A table's basic strategy as a printed card has it: its rows, letters and legend. It draws nothing.

It knows the table's rules alone: no round and no hand has a part in it.
"""

from typing import Literal

from msgspec import Struct

from table_app.station.texts import Texts, mark
from table_app.vocabulary.views import Action, StrategyRow

Kind = Literal["hard", "soft", "pair"]
Step = Action | Literal["total"]
"""What to do, or that a pair is played as its total."""
Steps = tuple[Step, ...]

UPCARDS = 10
LAST_TOTAL = 21
PAIR_OF_ACES_AS_TOTAL = 12

TITLES: dict[Kind, str] = {
    "hard": mark("Hard totals"),
    "soft": mark("Soft totals"),
    "pair": mark("Pairs"),
}

LETTERS: dict[Step, str] = {
    "hit": mark("H"),
    "stand": mark("S"),
    "double": mark("D"),
    "split": mark("P"),
    "surrender": mark("R"),
}

NAMES: dict[Step, str] = {
    "hit": mark("hit"),
    "stand": mark("stand"),
    "double": mark("double"),
    "split": mark("split"),
    "surrender": mark("surrender"),
    "total": mark("play the total"),
}


class CardRow(Struct, frozen=True):
    """One row of the card; `points` are the lowest of those it stands for."""

    kind: Kind
    points: int
    name: str
    cells: tuple[Steps, ...]


def card_rows(texts: Texts, strategy: tuple[StrategyRow, ...], kind: Kind) -> tuple[CardRow, ...]:
    """The rows of one part of the card; neighbours that are alike, but for pairs, are one."""
    runs: list[list[StrategyRow]] = []
    for row in strategy:
        if row.kind != kind or (kind == "soft" and row.points == PAIR_OF_ACES_AS_TOTAL):
            continue
        if runs and kind != "pair" and runs[-1][-1].actions == row.actions:
            runs[-1].append(row)
        else:
            runs.append([row])
    return tuple(
        CardRow(
            kind,
            run[0].points,
            _name(texts, kind, run[0].points, run[-1].points),
            tuple(_steps(strategy, run[0], column) for column in range(UPCARDS)),
        )
        for run in runs
    )


def upcard_name(texts: Texts, column: int) -> str:
    """What stands above a column: an ace, then 2 to 10."""
    return str(column + 1) if column else texts.say("A")


def letters(texts: Texts, steps: Steps) -> str:
    """What a cell says: the first action large, then small what its letter does not imply."""
    first, *others = steps
    implied = "total" if first == "split" else "hit"
    if others and others[-1] == implied:
        others.pop()
    return _letter(texts, first) + "".join(_letter(texts, other).lower() for other in others)


def in_words(texts: Texts, steps: Steps) -> str:
    """The same in words, for the legend."""
    *before, words = (texts.say(NAMES[step]) for step in steps)
    for name in reversed(before):
        words = texts.say("{action}, else {otherwise}", action=name, otherwise=words)
    return words


def legend(rows: tuple[CardRow, ...]) -> tuple[Steps, ...]:
    """Every kind of cell on the card once, by first action."""
    order = list(LETTERS)
    found = {cell for row in rows for cell in row.cells}
    return tuple(sorted(found, key=lambda steps: (order.index(steps[0]), len(steps), steps)))


def _name(texts: Texts, kind: Kind, first: int, last: int) -> str:
    if kind == "pair":
        rank = upcard_name(texts, first - 1)
        return f"{rank},{rank}"
    beside_ace = 11 if kind == "soft" else 0
    name = str(first - beside_ace)
    if last == LAST_TOTAL > first:
        name += "+"
    elif last > first:
        name += f"-{last - beside_ace}"
    return texts.say("A,{others}", others=name) if kind == "soft" else name


def _steps(strategy: tuple[StrategyRow, ...], row: StrategyRow, column: int) -> Steps:
    actions = row.actions[column]
    if actions[0] != "split":
        return actions
    kind, points = ("soft", PAIR_OF_ACES_AS_TOTAL) if row.points == 1 else ("hard", 2 * row.points)
    as_total = [each for each in strategy if each.kind == kind and each.points == points]
    is_as_total = any(each.actions[column] == actions[1:] for each in as_total)
    return ("split", "total") if is_as_total else actions


def _letter(texts: Texts, step: Step) -> str:
    return texts.say(LETTERS[step])

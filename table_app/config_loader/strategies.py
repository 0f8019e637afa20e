"""`config/strategies/RULES-DECKS.toml` -> the basic strategy of a table, as a card prints it.

It is computed by `odds.basic_strategy`; the file spares a table the seconds that this takes, and a
test holds the two equal. One letter an action, the best first: h hit, s stand, d double, p split,
r surrender. Ten entries a row: the dealer's ace, then 2 to 10.
"""

import re
from math import floor
from pathlib import Path

from msgspec import Struct

from table_app.config_loader.files import read_toml
from table_app.errors import BadInputError
from table_app.odds import BaseGame
from table_app.odds.strategy import Kind, StrategyTable, entry_key
from table_app.vocabulary.views import Action

LETTERS: dict[str, Action] = {
    "h": "hit",
    "s": "stand",
    "d": "double",
    "p": "split",
    "r": "surrender",
}
UPCARDS = range(1, 11)
_PERCENT = re.compile(r"[0-9]{2}\.[0-9]{2}")


def strategy_file(config: Path, house_rules: str, decks: int) -> Path:
    """Where the strategy of these rules would be."""
    return config / "strategies" / f"{house_rules}-{decks}.toml"


class _RawStrategy(Struct, frozen=True, forbid_unknown_fields=True):
    returns: str
    hard: dict[str, str]
    soft: dict[str, str]
    pair: dict[str, str]


class Strategy(Struct, frozen=True):
    """A table's strategy, and the percentage of its wagers that it gets back in the long run."""

    table: StrategyTable
    returns: str


def load_strategy(config: Path, house_rules: str, decks: int) -> Strategy | None:
    """The strategy of a table, or None where the config has none for its rules and decks."""
    path = strategy_file(config, house_rules, decks)
    if not path.is_file():
        return None
    raw = read_toml(path, _RawStrategy)
    if _PERCENT.fullmatch(raw.returns) is None:
        raise BadInputError(f'{path}: returns: must be a percentage such as "99.50"')
    kinds: dict[Kind, dict[str, str]] = {"hard": raw.hard, "soft": raw.soft, "pair": raw.pair}
    return Strategy(_table(path, kinds), raw.returns)


def _table(path: Path, kinds: dict[Kind, dict[str, str]]) -> StrategyTable:
    entries: dict[str, tuple[Action, ...]] = {}
    known = {(kind, str(points)) for kind, points in StrategyTable({}).hands()}
    for kind, rows in kinds.items():
        for points, printed in rows.items():
            if (kind, points) not in known:
                raise BadInputError(f"{path}: {kind}.{points}: unknown row")
            words = printed.split()
            if len(words) != len(UPCARDS) or not set("".join(words)) <= set(LETTERS):
                raise BadInputError(
                    f"{path}: {kind}.{points}: must be {len(UPCARDS)} entries of the letters "
                    f"{' '.join(LETTERS)}, for an ace and 2 to 10"
                )
            for upcard, word in zip(UPCARDS, words, strict=True):
                actions = tuple(LETTERS[letter] for letter in word)
                entries[entry_key(kind, int(points), upcard)] = actions
    table = StrategyTable(entries)
    for kind, number in table.hands():
        if entry_key(kind, number, 1) not in entries:
            raise BadInputError(f"{path}: {kind}.{number}: missing row")
    return table


def printed_strategy(game: BaseGame) -> str:
    """The file of a game's strategy, as text."""
    letters = {action: letter for letter, action in LETTERS.items()}
    table, returned = game.strategy, 100 * (1 + game.expectation)
    lines = [
        "# Basic strategy, best action first; columns: ace, 2, 3, 4, 5, 6, 7, 8, 9, 10.",
        f'returns = "{floor(returned)}.{floor(returned * 100) % 100:02d}"',
    ]
    shown: Kind | None = None
    for kind, points in table.hands():
        if kind != shown:
            lines += ["", f"[{kind}]"]
            shown = kind
        words = (
            "".join(letters[action] for action in table.actions(kind, points, upcard))
            for upcard in UPCARDS
        )
        lines.append(f'{points} = "{" ".join(words)}"')
    return "\n".join(lines) + "\n"

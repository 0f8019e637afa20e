"""`config/strategies/RULES-DECKS.toml` -> the basic strategy of a table, as a card prints it.

It is computed by `odds.basic_strategy`; the file spares a table the seconds that this takes, and a
test holds the two equal. One letter an action, the best first: h hit, s stand, d double, p split,
r surrender. Ten entries a row: the dealer's ace, then 2 to 10.
"""

from pathlib import Path

from table_app.config_loader.files import read_toml
from table_app.errors import BadInputError
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


def strategy_file(config: Path, house_rules: str, decks: int) -> Path:
    """Where the strategy of these rules would be."""
    return config / "strategies" / f"{house_rules}-{decks}.toml"


def load_strategy(config: Path, house_rules: str, decks: int) -> StrategyTable | None:
    """The strategy of a table, or None where the config has none for its rules and decks."""
    path = strategy_file(config, house_rules, decks)
    if not path.is_file():
        return None
    raw = read_toml(path, dict[Kind, dict[str, str]])
    entries: dict[str, tuple[Action, ...]] = {}
    known = {(kind, str(points)) for kind, points in StrategyTable({}).hands()}
    for kind, rows in raw.items():
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


def printed_strategy(table: StrategyTable) -> str:
    """The file of a strategy, as text."""
    letters = {action: letter for letter, action in LETTERS.items()}
    lines = ["# Basic strategy, best action first; columns: ace, 2, 3, 4, 5, 6, 7, 8, 9, 10."]
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

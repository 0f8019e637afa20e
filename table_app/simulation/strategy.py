"""A simulated player's answers: the basic strategy of the table's own house rules."""

from table_app.game.hand import total, value
from table_app.game.round.legal import ACTIONS, why_not
from table_app.game.rules import RoundRules
from table_app.odds.strategy import Kind, StrategyTable
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary.cards import Card
from table_app.vocabulary.views import Action

HAND_COMMANDS: dict[Action, type[c.HandCommand]] = {
    "hit": c.Hit,
    "stand": c.Stand,
    "double": c.Double,
    "split": c.Split,
    "surrender": c.Surrender,
}


def answer(strategy: StrategyTable, rules: RoundRules, state: TableState) -> c.RoundCommand:
    """What the seat that the table waits for says next; it never insures."""
    current = state.round
    assert current is not None
    if current.stage == "insurance":
        asked = next(box.seat for box in current.boxes if box.insurance == "asked")
        return c.DeclineInsurance(asked)
    assert current.turn is not None
    seat, index = current.turn.seat, current.turn.hand
    box = current.box(seat)
    assert box is not None
    credit = state.credit_cents(seat)
    permitted = {
        action for action in ACTIONS if why_not(rules.house, box, index, action, credit) is None
    }
    action = best_for(strategy, box.hands[index].cards, current.dealer[0], permitted)
    return HAND_COMMANDS[action](seat, index)


def best_for(
    strategy: StrategyTable, cards: tuple[Card, ...], upcard: Card, permitted: set[Action]
) -> Action:
    """The best permitted action for these cards, a pair as a pair while it may be split."""
    points = total(cards)
    if len(cards) == 2 and value(cards[0]) == value(cards[1]) and "split" in permitted:
        return strategy.best("pair", value(cards[0]), value(upcard), permitted)
    kind: Kind = "soft" if points.is_soft else "hard"
    return strategy.best(kind, points.points, value(upcard), permitted)

"""A simulated player's answers: a plain fixed strategy, from what the rules allow."""

from table_app.game.hand import is_ace, total, value
from table_app.game.round.legal import why_not
from table_app.game.round.state import Box, RoundState
from table_app.game.rules import RoundRules
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary.views import Action


def answer(rules: RoundRules, state: TableState) -> c.RoundCommand:
    """What the seat that the table waits for says next."""
    current = state.round
    assert current is not None
    if current.stage == "insurance":
        asked = next(box.seat for box in current.boxes if box.insurance == "asked")
        return c.DeclineInsurance(asked)
    assert current.turn is not None
    seat, index = current.turn.seat, current.turn.hand
    box = current.box(seat)
    assert box is not None
    for action in _wishes(current, box, index):
        if why_not(rules.house, box, index, action, state.credit_cents(seat)) is None:
            return _command(action, seat, index)
    return c.Stand(seat, index)


def _wishes(current: RoundState, box: Box, index: int) -> tuple[Action, ...]:
    """Split aces and eights, double 10 and 11, draw to 17 against a high card, to 12 against low."""
    cards = box.hands[index].cards
    points = total(cards)
    upcard = current.dealer[0]
    goal = 17 if is_ace(upcard) or value(upcard) >= 7 else 12
    if len(cards) == 2 and value(cards[0]) == value(cards[1]) and value(cards[0]) in {1, 8}:
        return ("split", "hit")
    if points.points in {10, 11} and not points.is_soft:
        return ("double", "hit")
    if points.points < (18 if points.is_soft else goal):
        return ("hit",)
    return ()


def _command(action: Action, seat: int, hand: int) -> c.HandCommand:
    match action:
        case "hit":
            return c.Hit(seat, hand)
        case "double":
            return c.Double(seat, hand)
        case "split":
            return c.Split(seat, hand)
        case "surrender":
            return c.Surrender(seat, hand)
        case "stand":
            return c.Stand(seat, hand)

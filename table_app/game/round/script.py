"""A round being written: each fact is evolved the moment it happens, so the next sees it."""

from table_app.errors import BreachError
from table_app.game.round.evolve import evolve
from table_app.game.round.state import RoundState
from table_app.vocabulary.cards import Card
from table_app.vocabulary.facts import RoundFact


class ShoeEmptyError(BreachError):
    """A round needed more cards than the shoe had."""


class Script:
    """The facts of one decision, and the state after them. Lives inside one call of `decide`."""

    def __init__(self, state: RoundState) -> None:
        self.state = state
        self.facts: list[RoundFact] = []

    def happen(self, fact: RoundFact) -> None:
        """Add a fact."""
        self.facts.append(fact)
        self.state = evolve(self.state, fact)

    def next_card(self) -> Card:
        """The card that leaves the shoe next; the fact that deals it moves the place on.

        Raises ShoeEmptyError, which the loader's bound on a round's cards makes impossible.
        """
        cards, position = self.state.shoe.cards, self.state.position
        if position >= len(cards):
            raise ShoeEmptyError(f"no card left for draw {position + 1}")
        return cards[position]

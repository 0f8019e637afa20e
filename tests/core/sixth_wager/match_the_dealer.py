"""Match the Dealer, as CONTRIBUTING says a wager is added: this file, one TOML, scenarios."""

from table_app.game.wagers import Moment, Options, Outcome, SeenCards, SideWager
from table_app.game.wagers.wager import always_at
from table_app.vocabulary.cards import rank


def _matches(cards: SeenCards) -> tuple[int, int]:
    """How many of the player's cards are identical to the upcard, and how many are of its rank."""
    identical = sum(card == cards.upcard for card in cards.player)
    same_rank = sum(rank(card) == rank(cards.upcard) for card in cards.player)
    return identical, same_rank - identical


def _two_identical(cards: SeenCards, _: Options) -> bool:
    return _matches(cards) == (2, 0)


def _one_of_each(cards: SeenCards, _: Options) -> bool:
    return _matches(cards) == (1, 1)


def _one_identical(cards: SeenCards, _: Options) -> bool:
    return _matches(cards) == (1, 0)


def _two_of_rank(cards: SeenCards, _: Options) -> bool:
    return _matches(cards) == (0, 2)


def _one_of_rank(cards: SeenCards, _: Options) -> bool:
    return _matches(cards) == (0, 1)


MATCH_THE_DEALER = SideWager(
    wager="match_the_dealer",
    section="house rules",
    outcomes=(
        Outcome("two_identical", _two_identical),
        Outcome("one_of_each", _one_of_each),
        Outcome("one_identical", _one_identical),
        Outcome("two_of_rank", _two_of_rank),
        Outcome("one_of_rank", _one_of_rank),
    ),
    moment_of=always_at(Moment.DEALT),
)

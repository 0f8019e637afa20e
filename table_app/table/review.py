"""A closed round of one seat, told again from its record: what happened, and what lay there then."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from table_app.game.round.evolve import evolve
from table_app.game.round.state import RoundState
from table_app.table.record import SeatPart
from table_app.table.setup import TableSetup
from table_app.table.view import UNTOLD, dealer_view, extra_card_view, hand_views, spot_views
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.views import Review, ReviewStep, RoundSummary

_NO_SHOE = Shoe(shoe_id="", salt=b"", cards=(), commitment="")
"""The story turns every card that it shows."""


def review(
    setup: TableSetup,
    parts: tuple[SeatPart, ...],
    back: int,
    commitment_of: Callable[[int], str],
) -> Review:
    """One of these rounds, the last first, step by step; without steps if there is none so far back.

    `commitment_of` gives the shoe's commitment of a round.
    """
    rounds = tuple(_summary(part, place) for place, part in enumerate(parts))
    if not 0 <= back < len(parts):
        return Review(back=0, rounds=rounds)
    chosen = parts[back]
    return Review(
        back=back,
        rounds=rounds,
        credit_before_cents=chosen.credit_before_cents,
        credit_after_cents=chosen.credit_after_cents,
        commitment=commitment_of(chosen.round),
        steps=tuple(_steps(setup, chosen)),
    )


def _summary(part: SeatPart, back: int) -> RoundSummary:
    """The round in one line; an award that waited counts as paid."""
    paid = sum(hand.paid_cents for hand in part.hands)
    paid += sum(settled.paid_cents for settled in part.settlements)
    paid += sum(award.amount_cents for award in part.awards)
    staked = sum(hand.stake_cents for hand in part.hands)
    staked += sum(settled.stake_cents for settled in part.settlements)
    return RoundSummary(back=back, round=part.round, staked_cents=staked, paid_cents=paid)


def _steps(setup: TableSetup, part: SeatPart) -> Iterator[ReviewStep]:
    """Every fact of the seat's story that a station may be told, each with the picture after it."""
    state = RoundState(round=part.round, shoe=_NO_SHOE)
    for fact in part.story:
        state = evolve(state, _without_meter(fact))
        box = state.box(part.seat)
        if box is not None and not isinstance(fact, UNTOLD):
            yield ReviewStep(
                fact=fact,
                dealer=dealer_view(state),
                hands=hand_views(state, box),
                spots=spot_views(setup, box),
                extra_card=extra_card_view(box),
            )


def _without_meter(fact: f.RoundFact) -> f.RoundFact:
    """The story of one seat does not hold the table's meters."""
    return replace(fact, meter=None) if isinstance(fact, f.AwardReserved) else fact

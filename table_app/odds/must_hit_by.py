"""How often a must-hit-by meter pays (633b.25(j), 633c.6(j)): a trigger uniform up to the cap.

A cycle runs from its start to a secret trigger, any cent above the start up to the cap being
equally likely; the contribution that carries the meter there pays it. So on average a cycle
gathers half of (cap - start + one contribution): exact where contributions divide the span, else
short of it by less than a contribution in a cycle. What a cycle puts aside is the next start.
"""

from fractions import Fraction

from msgspec import Struct

from table_app.errors import BadInputError
from table_app.game.paytable import MeterTerms
from table_app.money import Cents, micros


class MustHitByOdds(Struct, frozen=True):
    """Awards per wager: in cycles that start at the seed, and in the long run by its own rule."""

    cap_micros: int
    hits_per_wager_from_seed: Fraction
    return_if_always_reseeded: Fraction
    hits_per_wager_long_run: Fraction
    mean_start_micros_long_run: Fraction


def must_hit_by_odds(terms: MeterTerms, stake: Cents) -> MustHitByOdds:
    """The odds of a must-hit-by meter at this wager.

    Raises BadInputError when the seed is not below the cap (reading D-9).
    """
    assert terms.cap_cents is not None
    cap, seed = micros(Cents(terms.cap_cents)), terms.seed_micros(stake)
    if seed >= cap:
        raise BadInputError(
            f"stake: the seed of {terms.meter} at this wager is not below its must-hit-by amount; "
            "choose a smaller wager"
        )
    contribution = stake * terms.increment_bp
    from_seed = Fraction(2 * contribution, cap - seed + contribution)
    if terms.reseeds_from == "seed":
        long_run, start = from_seed, Fraction(seed)
    else:
        put_aside = Fraction(terms.reserve_bp, terms.increment_bp)
        gathered = Fraction(cap + contribution) / (2 + put_aside)
        long_run, start = contribution / gathered, put_aside * gathered
    return MustHitByOdds(
        cap_micros=cap,
        hits_per_wager_from_seed=from_seed,
        return_if_always_reseeded=rate(terms.increment_bp)
        + from_seed * Fraction(seed, micros(stake)),
        hits_per_wager_long_run=long_run,
        mean_start_micros_long_run=start,
    )


def rate(basis_points: int) -> Fraction:
    """Basis points as a fraction of the wager."""
    return Fraction(basis_points, 10_000)

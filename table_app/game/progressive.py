"""Progressive meters: seed, contribution, shares, restart, must-hit-by. Integers of micro-dollars.

A contribution is cents x basis points = micro-dollars exactly. An award is whole cents; what is
left of a cent stays on the meter (reading G-3).
"""

import hashlib

from msgspec import Struct
from msgspec.structs import replace

from table_app.game.paytable import MeterTerms
from table_app.game.rules import OfferedWager
from table_app.money import MICROS_PER_CENT, Cents
from table_app.vocabulary.commands import MeterStart
from table_app.vocabulary.facts import MeterRestarted
from table_app.vocabulary.secrets import UNIFORM_BYTES, Trigger, Uniform

_UNIFORM_RANGE = 1 << (8 * UNIFORM_BYTES)


class Meter(Struct, frozen=True, gc=False):
    """One progressive meter; `trigger` is the secret amount of a must-hit-by meter."""

    meter: str
    amount_micros: int
    reserve_micros: int
    trigger: Trigger | None = None

    @property
    def amount_cents(self) -> int:
        """What it shows and can pay: whole cents, rounded down."""
        return self.amount_micros // MICROS_PER_CENT

    @property
    def is_triggered(self) -> bool:
        return (
            self.trigger is not None
            and self.amount_micros >= self.trigger.amount_cents * MICROS_PER_CENT
        )


def first_start(offered: OfferedWager, terms: MeterTerms, uniform: Uniform | None) -> MeterStart:
    """How a new meter begins: at its seed, without a reserve, with a first trigger."""
    seed = terms.seed_micros(offered.stake)
    meter = offered.meter_id(terms.meter)
    trigger = next_trigger(terms, meter, seed, uniform) if uniform is not None else None
    return MeterStart(meter=meter, amount_micros=seed, reserve_micros=0, trigger=trigger)


def first_starts(
    offered: tuple[OfferedWager, ...], uniforms: tuple[Uniform, ...]
) -> tuple[MeterStart, ...]:
    """How the meters of a new table begin, in the order of its wagers."""
    by_meter = {uniform.meter: uniform for uniform in uniforms}
    return tuple(
        first_start(each, terms, by_meter.get(each.meter_id(terms.meter)))
        for each in offered
        for terms in each.meters
    )


def must_hit_award(meter: Meter, terms: MeterTerms) -> int:
    """Cents that a triggered meter pays: what it shows, at most its cap."""
    assert terms.cap_cents is not None
    return min(meter.amount_cents, terms.cap_cents)


def restart(
    offered: OfferedWager, terms: MeterTerms, meter: Meter, uniform: Uniform | None
) -> MeterRestarted:
    """How a meter begins again after its award has left it (readings G-6 to G-8).

    From its whole reserve, lifted by the house to the floor where one was promised; or from its
    seed, which the house pays. What was left of a cent, and any excess over a cap, stays.
    """
    if terms.reseeds_from == "reserve":
        from_reserve = meter.reserve_micros
        floor = terms.floor_cents * MICROS_PER_CENT
        from_house = max(0, floor - meter.amount_micros - from_reserve)
    else:
        from_reserve = 0
        from_house = terms.seed_micros(offered.stake)
    amount = meter.amount_micros + from_reserve + from_house
    trigger = next_trigger(terms, meter.meter, amount, uniform) if uniform is not None else None
    return MeterRestarted(
        meter=meter.meter,
        from_reserve_micros=from_reserve,
        from_house_micros=from_house,
        trigger=trigger,
    )


def next_trigger(terms: MeterTerms, meter: str, amount_micros: int, uniform: Uniform) -> Trigger:
    """A cent above the start, up to the cap, each equally likely: start + 1 + floor(u range / 2^256).

    A meter that starts at its cap or above has its trigger at the cap.
    """
    assert terms.cap_cents is not None
    start = amount_micros // MICROS_PER_CENT
    room = max(0, terms.cap_cents - start)
    amount = start + 1 + uniform.value * room // _UNIFORM_RANGE if room else terms.cap_cents
    return Trigger(meter=meter, amount_cents=amount, salt=_derived(uniform, b"salt"))


def another(uniform: Uniform) -> Uniform:
    """The number for a second restart of one meter in one lock."""
    value = int.from_bytes(_derived(uniform, b"again"), "big")
    return Uniform(meter=uniform.meter, value=value)


def equal_shares(amount_cents: int, winners: int) -> tuple[int, ...]:
    """An amount split equally; the odd cents go one each to the first winners (reading G-4)."""
    share, odd = divmod(amount_cents, winners)
    return tuple(share + (1 if index < odd else 0) for index in range(winners))


def percent_of(meter: Meter, percent: int) -> Cents:
    """A share of what the meter holds, floored to the cent."""
    return Cents(meter.amount_micros * percent // (100 * MICROS_PER_CENT))


def with_meter(meters: tuple[Meter, ...], changed: Meter) -> tuple[Meter, ...]:
    """The meters with one of them replaced."""
    return tuple(changed if meter.meter == changed.meter else meter for meter in meters)


def find(meters: tuple[Meter, ...], meter: str) -> Meter:
    """The meter of this id; raises KeyError for one that was never opened."""
    for each in meters:
        if each.meter == meter:
            return each
    raise KeyError(meter)


def moved(meter: Meter, amount_micros: int, reserve_micros: int) -> Meter:
    """The meter after amounts were added to it (or, negative, left it)."""
    after = replace(
        meter,
        amount_micros=meter.amount_micros + amount_micros,
        reserve_micros=meter.reserve_micros + reserve_micros,
    )
    assert after.amount_micros >= 0
    assert after.reserve_micros >= 0
    return after


def _derived(uniform: Uniform, purpose: bytes) -> bytes:
    """Bytes that tell nothing of the number they are made from (SHA-256)."""
    return hashlib.sha256(purpose + uniform.value.to_bytes(UNIFORM_BYTES, "big")).digest()

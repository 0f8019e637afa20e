"""Progressive meters and what is won of them, written a second time (readings G-2 to G-14).

Terms are the figures of the regulations' text. Amounts are micro-dollars unless they say cents.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from tests.properties.wagers_by_hand import Pays

CENT = 10_000


class Terms(Struct, frozen=True):
    """`seed_cents` is what it restarts from, or None where that is its reserve and the floor."""

    increment_bp: int
    reserve_bp: int
    seed_cents: int | None
    cap_cents: int | None = None
    floor_cents: int = 0


@dataclass
class Pool:
    """One meter as it goes through a round."""

    amount: int
    reserve: int
    trigger_cents: int | None


@dataclass
class HandMeters:
    """All meters of a table; `next_triggers` are those that its restarts were seen to draw."""

    terms: dict[str, Terms]
    pools: dict[str, Pool]
    next_triggers: dict[str, list[int]]
    starts: list[tuple[str, int, int]] = field(default_factory=list)
    """Meter, start in cents and trigger of each restart."""

    def contribute(self, meter: str, stake_cents: int) -> int | None:
        """One wager: its increment, its reserve, and the cents it has won by them, if any."""
        terms, pool = self.terms[meter], self.pools[meter]
        pool.amount += stake_cents * terms.increment_bp
        pool.reserve += stake_cents * terms.reserve_bp
        if pool.trigger_cents is None or pool.amount < pool.trigger_cents * CENT:
            return None
        assert terms.cap_cents is not None
        award = min(pool.amount // CENT, terms.cap_cents)
        pool.amount -= award * CENT
        self._restart(meter)
        pool.trigger_cents = self.next_triggers[meter].pop(0)
        self.starts.append((meter, pool.amount // CENT, pool.trigger_cents))
        return award

    def share_out(
        self, meter: str, winners: list[tuple[int, Pays]], *, shares_parts: bool
    ) -> dict[int, int]:
        """Cents by seat: parts of the whole first, then the whole less them, odd cents from the
        dealer's right, who is the highest seat.
        """
        pool = self.pools[meter]
        shown_cents = pool.amount // CENT
        won: dict[int, int] = {}
        for percent in sorted({pays.amount for _, pays in winners}):
            seats = sorted((seat for seat, pays in winners if pays.amount == percent), reverse=True)
            part = pool.amount * percent // (100 * CENT)
            whole = shown_cents - sum(won.values())
            each, odd = divmod(whole if percent == 100 else part, len(seats))
            if percent < 100 and not shares_parts:
                each, odd = part, 0
            won |= {seat: each + (index < odd) for index, seat in enumerate(seats)}
        pool.amount -= sum(won.values()) * CENT
        if any(pays.amount == 100 for _, pays in winners):
            self._restart(meter)
        return won

    def _restart(self, meter: str) -> None:
        terms, pool = self.terms[meter], self.pools[meter]
        if terms.seed_cents is not None:
            pool.amount += terms.seed_cents * CENT
            return
        pool.amount = max(pool.amount + pool.reserve, terms.floor_cents * CENT)
        pool.reserve = 0


def terms_of(
    wager: str,
    paytable: str,
    stake_cents: int,
    *,
    floors_cents: Mapping[str, int],
    increment_bp: int | None = None,
    reset_cents: int | None = None,
    mystery: int | None = None,
) -> dict[str, Terms]:
    """The meters of a wager by their ids (633b.22(j), 633b.25(j), 633c.6(i), (j), 633c.9(g))."""
    match wager:
        case "lucky_ladies":
            increment, reserve = _LADIES[paytable]
            seed = None if reserve else 2000 * stake_cents
            main = Terms(increment, reserve, seed, floor_cents=floors_cents.get("main", 0))
            return {"lucky_ladies.main": main}
        case "dynamic_21_3":
            return _dynamic(paytable, stake_cents, floors_cents)
        case "blazing_7s":
            seed = 2000 * stake_cents if reset_cents is None else reset_cents
            return {"blazing_7s.main": Terms(increment_bp or 1000, 0, seed)}
        case "super_4":
            found = {
                f"super_4.{meter}": Terms(increment, 0, 100 * seed)
                for meter, (seed, increment) in _SUPER_4[paytable].items()
            }
            if mystery is not None:
                seed, cap, increment = _MYSTERY[mystery]
                found["super_4.mystery"] = Terms(increment, 0, 100 * seed, 100 * cap)
            return found
        case _:
            return {}


_LADIES = {
    **dict.fromkeys("12", (1700, 400)),
    **dict.fromkeys("34", (1600, 400)),
    **dict.fromkeys("56", (1700, 0)),
    **dict.fromkeys("78", (1800, 500)),
    "9": (1800, 200),
    "10": (1800, 400),
}
_SUPER_4 = {
    "1-1": {"star": (50_000, 600), "heart": (5000, 700), "spade": (500, 700)},
    "1-2": {"star": (25_000, 700), "heart": (5000, 700), "spade": (500, 700)},
    "1-3": {"star": (10_000, 750), "heart": (5000, 700), "spade": (500, 700)},
    **{
        f"2-{option}": {
            "star": (star, 600),
            "heart": (5000, 500),
            "spade": (500, 300),
            "diamond": (300, 300),
        }
        for option, star in ((1, 50_000), (2, 25_000))
    },
    **{
        f"3-{option}": {
            "star": (star, 600),
            "heart": (5000, 200),
            "spade": (500, 300),
            "diamond": (300, 300),
            "club": (250, 300),
        }
        for option, star in ((1, 50_000), (2, 25_000), (3, 10_000))
    },
}
_MYSTERY = {1: (250, 1000, 500), 2: (100, 500, 500), 3: (100, 200, 200)}


def _dynamic(paytable: str, stake_cents: int, floors_cents: Mapping[str, int]) -> dict[str, Terms]:
    if paytable == "2":
        return {"dynamic_21_3.main": Terms(1600, 0, 2000 * stake_cents)}
    increment, reserve = (1700, 500) if paytable == "1" else (1200, 600)
    floor = floors_cents.get("main", 0)
    found = {"dynamic_21_3.main": Terms(increment, reserve, None, floor_cents=floor)}
    if paytable in {"3", "4"}:
        must_hit = (500, 300, 100_000) if paytable == "3" else (600, 400, 150_000)
        found["dynamic_21_3.must_hit_by"] = Terms(
            must_hit[0], must_hit[1], None, must_hit[2], floors_cents.get("must_hit_by", 0)
        )
    return found

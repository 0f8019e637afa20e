"""`config/paytables/WAGER.toml` -> paytables, in one schema for all wagers."""

import re
from datetime import date
from pathlib import Path
from typing import Literal, NoReturn

from msgspec import Struct

from table_app.config_loader.files import read_toml
from table_app.errors import BadInputError
from table_app.game.dynamic import HANDS_MAX, VALUES
from table_app.game.paytable import (
    Award,
    FixedAward,
    MeterAward,
    MeterTerms,
    OddsAward,
    Paytable,
    PaytableRow,
)
from table_app.game.wagers import SideWager
from table_app.money import ODDS_MAX, Odds, parse_amount
from table_app.table.setup import SEATS_MAX

DECKS_MAX = 8
RATE_BP_MAX = 10_000
MYSTERY = "mystery"
MUST_HIT_BY = "must_hit_by"
_ODDS = re.compile(r"([1-9][0-9]{0,6}) (to|for) ([1-9][0-9]{0,6})")
_FOR_1 = re.compile(r"[0-9]+ for 1")
_DOLLARS = re.compile(r"\$([0-9]+\.[0-9]{2})")
_SHARE = re.compile(r"([1-9][0-9]?|100)% of ([a-z_]+)")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,16}")
_METER = re.compile(r"[a-z_]{1,16}")
_MULTIPLE = re.compile(r"([1-9][0-9]{0,5}) x wager")


class _RawMeter(Struct, frozen=True, forbid_unknown_fields=True):
    seed: str
    increment_bp: int
    reserve_bp: int
    reseed: Literal["reserve", "seed"]
    must_hit_by: str | None = None


class _RawPaytable(Struct, frozen=True, forbid_unknown_fields=True):
    decks: tuple[int, ...]
    pays: dict[str, str]
    dynamic: dict[str, tuple[int, ...]] = {}
    meters: dict[str, _RawMeter] = {}


class _RawFile(Struct, frozen=True, forbid_unknown_fields=True):
    paytable: dict[str, _RawPaytable]
    mystery: dict[str, _RawMeter] = {}
    effective_from: date | None = None
    effective_until: date | None = None


class WagerTables(Struct, frozen=True):
    """Everything a wager's file says: its paytables and mystery meters, by their ids, and dates."""

    paytables: dict[str, Paytable]
    mystery: dict[str, MeterTerms]
    effective_from: date | None
    effective_until: date | None

    def date_warning(self, today: date) -> str | None:
        """What is to be said of the section's dates; they never switch a wager off (G-18)."""
        if self.effective_from is not None and today < self.effective_from:
            return f"its section takes effect on {self.effective_from}"
        if self.effective_until is not None and today > self.effective_until:
            return f"its section is listed until {self.effective_until}: check its standing"
        return None


def load_wager_tables(config: Path, declared: SideWager) -> WagerTables:
    """The paytables of a wager; raises BadInputError naming file, key and section."""
    path = config / "paytables" / f"{declared.wager}.toml"
    raw = read_toml(path, _RawFile)
    reader = _Reader(path, declared)
    return WagerTables(
        paytables={name: reader.paytable(name, table) for name, table in raw.paytable.items()},
        mystery={name: reader.mystery(name, meter) for name, meter in raw.mystery.items()},
        effective_from=raw.effective_from,
        effective_until=raw.effective_until,
    )


class _Reader:
    """Reads one wager's file; `_refuse` names it in every refusal."""

    def __init__(self, path: Path, declared: SideWager) -> None:
        self._path = path
        self._declared = declared

    def paytable(self, name: str, raw: _RawPaytable) -> Paytable:
        key = f"paytable.{name}"
        self._check_name(key, name)
        if not raw.decks or not set(raw.decks) <= set(range(1, DECKS_MAX + 1)):
            self._refuse(f"{key}.decks", f"must be numbers from 1 to {DECKS_MAX}")
        meters = tuple(
            self._named_meter(f"{key}.meters.{meter}", meter, terms)
            for meter, terms in raw.meters.items()
        )
        rows = self._rows(name, key, raw)
        for terms in meters:
            self._check_shares(key, rows, terms.meter)
        return Paytable(
            wager=self._declared.wager,
            paytable=name,
            decks=tuple(sorted(set(raw.decks))),
            rows=rows,
            meters=meters,
        )

    def mystery(self, name: str, raw: _RawMeter) -> MeterTerms:
        key = f"mystery.{name}"
        self._check_name(key, name)
        if raw.must_hit_by is None:
            self._refuse(f"{key}.must_hit_by", "missing: no hand wins a mystery meter")
        return self._meter(key, MYSTERY, raw)

    def _check_name(self, key: str, name: str) -> None:
        if not _NAME.fullmatch(name):
            self._refuse(key, "a name has 1 to 16 letters, digits, - and _")

    def _named_meter(self, key: str, name: str, raw: _RawMeter) -> MeterTerms:
        if not _METER.fullmatch(name) or name == MYSTERY:
            self._refuse(key, f"a meter's name has 1 to 16 small letters and _, not {MYSTERY}")
        if raw.must_hit_by is not None and name != MUST_HIT_BY:
            self._refuse(key, f"a meter with a must-hit-by amount is called {MUST_HIT_BY}")
        return self._meter(key, name, raw)

    def _check_shares(self, key: str, rows: tuple[PaytableRow, ...], meter: str) -> None:
        """What all seats can win of a meter below 100% in one round must be on it (reading G-5)."""
        percents = {
            row.award.percent
            for row in rows
            if isinstance(row.award, MeterAward) and row.award.meter == meter
        }
        parts = percents - {100}
        most = (
            sum(parts) if self._declared.splits_small_shares else SEATS_MAX * max(parts, default=0)
        )
        if most > 100:
            self._refuse(
                key, f"one round could pay {most}% of {meter}, which is more than all of it"
            )

    def _meter(self, key: str, name: str, raw: _RawMeter) -> MeterTerms:
        for rate in (raw.increment_bp, raw.reserve_bp):
            if not 0 <= rate < RATE_BP_MAX:
                self._refuse(key, f"a rate must be 0 to {RATE_BP_MAX - 1} basis points")
        if raw.increment_bp == 0:
            self._refuse(f"{key}.increment_bp", "a meter that never rises is no progressive")
        if raw.reseed == "reserve" and raw.reserve_bp == 0:
            self._refuse(f"{key}.reserve_bp", "a meter reseeded from its reserve needs a reserve")
        multiple = _MULTIPLE.fullmatch(raw.seed)
        cap = (
            None
            if raw.must_hit_by is None
            else self._dollars(f"{key}.must_hit_by", raw.must_hit_by)
        )
        return MeterTerms(
            meter=name,
            seed_multiple=int(multiple[1]) if multiple else None,
            seed_cents=None if multiple else self._dollars(f"{key}.seed", raw.seed),
            increment_bp=raw.increment_bp,
            reserve_bp=raw.reserve_bp,
            reseeds_from=raw.reseed,
            cap_cents=cap,
        )

    def _rows(self, name: str, key: str, raw: _RawPaytable) -> tuple[PaytableRow, ...]:
        expected = self._declared.rows_of(name)
        for outcome in (*raw.pays, *raw.dynamic):
            if outcome not in expected:
                self._refuse(f"{key}.{outcome}", "unknown key")
        for outcome in expected:
            if outcome not in raw.pays:
                self._refuse(f"{key}.{outcome}", "missing row")
        if raw.dynamic:
            self._check_raised(f"{key}.dynamic", len(raw.dynamic))
        return tuple(
            PaytableRow(
                outcome=outcome,
                award=self._award(f"{key}.{outcome}", raw.pays[outcome], raw.meters),
                dynamic_for_1=self._dynamic(f"{key}.dynamic.{outcome}", raw, outcome),
            )
            for outcome in expected
        )

    def _award(self, key: str, printed: str, meters: dict[str, _RawMeter]) -> Award:
        if odds := _ODDS.fullmatch(printed):
            basis: Literal["to_1", "for_1"] = "to_1" if odds[2] == "to" else "for_1"
            pays, per = int(odds[1]), int(odds[3])
            if pays > ODDS_MAX * per:
                self._refuse(key, f"{printed!r} is above the most of any odds, {ODDS_MAX} for 1")
            return OddsAward(Odds(pays, per), basis)
        if share := _SHARE.fullmatch(printed):
            if share[2] not in meters or meters[share[2]].must_hit_by is not None:
                self._refuse(key, f"{printed!r}: the paytable has no such meter for a hand")
            return MeterAward(meter=share[2], percent=int(share[1]))
        if _DOLLARS.fullmatch(printed):
            return FixedAward(self._dollars(key, printed))
        return self._refuse(
            key, f'{printed!r} is not an award such as "5 to 1", "2 for 1", "$25.00", "25% of main"'
        )

    def _check_raised(self, key: str, hands: int) -> None:
        if "values_weights" not in self._declared.choices:
            self._refuse(key, "this wager has no raised odds")
        if hands < HANDS_MAX:
            reason = f"{hands} of {HANDS_MAX} hands can be picked; name more, or none"
            self._refuse(key, reason, "(g)")

    def _dynamic(self, key: str, raw: _RawPaytable, outcome: str) -> tuple[int, ...]:
        if outcome not in raw.dynamic:
            return ()
        values = raw.dynamic[outcome]
        if not _FOR_1.fullmatch(raw.pays[outcome]):
            self._refuse(
                key, f"raised odds are for a row that pays N for 1, not {raw.pays[outcome]!r}"
            )
        if len(values) != VALUES:
            self._refuse(key, f"must be {VALUES} raised odds, not {len(values)}", "(i)")
        if any(value < 1 for value in values) or list(values) != sorted(set(values)):
            self._refuse(key, "raised odds must be different numbers from 1, smallest first")
        if values[-1] > ODDS_MAX:
            self._refuse(key, f"raised odds are at most {ODDS_MAX}")
        return values

    def _dollars(self, key: str, printed: str) -> int:
        match = _DOLLARS.fullmatch(printed)
        if match is None or not match[1].strip("0."):
            self._refuse(key, f'{printed!r} is not an amount such as "$25.00"')
        try:
            return parse_amount(match[1])
        except ValueError as error:
            self._refuse(key, str(error))

    def _refuse(self, key: str, reason: str, clause: str = "") -> NoReturn:
        raise BadInputError(f"{self._path}: {key}: {reason} ({self._declared.section}{clause})")

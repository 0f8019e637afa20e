"""A side wager as one table offers it: paytable, amount, the operator's choices, what law permits."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from table_app.config_loader.paytables import load_wager_tables
from table_app.errors import BadInputError
from table_app.game.dynamic import DynamicWeights
from table_app.game.paytable import MeterTerms, OddsAward, Paytable
from table_app.game.rules import OfferedWager, Validation
from table_app.game.wagers import Options, SideWager
from table_app.money import (
    AMOUNT_CENTS_MAX,
    MICROS_PER_CENT,
    Cents,
    InexactPayoutError,
    dollars,
    parse_amount,
)
from table_app.vocabulary.secrets import DRAW_BELOW_MAX

VALIDATED_FROM = Cents(120_000)
"""Fixed awards of progressive wagers from this amount on, unless by odds (reading G-17)."""

Wagers = Mapping[str, SideWager]
"""The side wagers that are known, by id, in the order in which they lie on the layout."""


class RawOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The `[wagers.NAME]` of a table or scenario file; `floor` is in dollars by meter."""

    wager: str | None = None
    chosen_suit: Literal["S", "H", "D", "C"] | None = None
    mystery: int | None = None
    third_card: Literal["player_drawn_card", "dealer_upcard"] | None = None
    basis: Literal["to_1", "for_1"] | None = None
    increment_bp: int | None = None
    reset: str | None = None
    floor: dict[str, str] = {}
    counts_weights: tuple[int, ...] | None = None
    values_weights: tuple[int, ...] | None = None


def load_offered(
    config: Path,
    wagers: Wagers,
    paytables: dict[str, str],
    options: dict[str, RawOptions],
    *,
    asked_by: Path,
) -> tuple[OfferedWager, ...]:
    """The wagers of a table in the order of the layout; refusals name the table's file."""
    for wager in (*paytables, *options):
        if wager not in wagers:
            raise BadInputError(f"{asked_by}: {wager}: not built yet; built: {', '.join(wagers)}")
    for wager in options:
        if wager not in paytables:
            raise BadInputError(f"{asked_by}: wagers.{wager}: the table does not offer this wager")
    return tuple(
        _Offer(
            config, declared, paytables[wager], options.get(wager, RawOptions()), asked_by
        ).load()
        for wager, declared in wagers.items()
        if wager in paytables
    )


def check_decks(path: Path, offered: OfferedWager, decks: int) -> None:
    """Refuse a paytable that the law does not permit with this number of decks."""
    permitted = offered.paytable.decks
    if decks not in permitted:
        raise BadInputError(
            f"{path}: decks: {offered.wager} paytable {offered.paytable.paytable} is permitted "
            f"with {', '.join(map(str, permitted))} decks, not {decks} ({offered.declared.section})"
        )


_CHOICES = tuple(name for name in RawOptions.__struct_fields__ if name not in ("wager", "floor"))


class _Offer:
    """One wager being read; `_refuse` names file, key and section."""

    def __init__(
        self,
        config: Path,
        declared: SideWager,
        chosen: str,
        raw: RawOptions,
        asked_by: Path,
    ) -> None:
        self._declared = declared
        self._wager = declared.wager
        self._chosen = chosen
        self._raw = raw
        self._asked_by = asked_by
        self._section = declared.section
        self._tables = load_wager_tables(config, declared)

    def load(self) -> OfferedWager:
        for key in _CHOICES:
            if getattr(self._raw, key) is not None and key not in self._declared.choices:
                self._refuse(key, "this wager has no such choice")
        paytable = self._paytable()
        meters = self._meters(paytable)
        stake = self._stake(has_meters=bool(meters))
        offered = OfferedWager(
            declared=self._declared,
            paytable=paytable,
            options=self._options(),
            stake_cents=stake,
            meters=meters,
            validation=self._validation() if meters else None,
            weights=self._weights(),
        )
        if stake is not None:
            self._check_stake(offered, stake)
        return offered

    def _paytable(self) -> Paytable:
        known = self._tables.paytables
        if self._chosen not in known:
            raise BadInputError(
                f"{self._asked_by}: paytables.{self._wager}: no paytable {self._chosen!r}; "
                f"there are {', '.join(known)} ({self._section})"
            )
        paytable = known[self._chosen]
        if self._raw.basis is None:
            return paytable
        basis = self._raw.basis
        rows = tuple(
            replace(row, award=replace(row.award, basis=basis))
            if isinstance(row.award, OddsAward)
            else row
            for row in paytable.rows
        )
        return replace(paytable, rows=rows)

    def _meters(self, paytable: Paytable) -> tuple[MeterTerms, ...]:
        meters = paytable.meters
        if self._raw.increment_bp is not None or self._raw.reset is not None:
            meters = tuple(self._with_operators_choice(terms) for terms in meters)
        if self._raw.mystery is not None:
            mystery = self._tables.mystery.get(str(self._raw.mystery))
            if mystery is None:
                self._refuse("mystery", f"configurations are {', '.join(self._tables.mystery)}")
            meters = (*meters, mystery)
        return self._with_floors(meters)

    def _with_floors(self, meters: tuple[MeterTerms, ...]) -> tuple[MeterTerms, ...]:
        """The floors that the house promises to meters restarting from a reserve (reading G-7)."""
        known = {terms.meter for terms in meters}
        for meter in self._raw.floor:
            if meter not in known:
                self._refuse(f"floor.{meter}", "this wager has no such meter")
        return tuple(self._with_floor(terms) for terms in meters)

    def _with_floor(self, terms: MeterTerms) -> MeterTerms:
        if terms.meter not in self._raw.floor:
            return terms
        key = f"floor.{terms.meter}"
        floor = self._amount(key, self._raw.floor[terms.meter])
        if terms.reseeds_from != "reserve":
            self._refuse(key, "this meter restarts from its seed; a floor is for a reserve")
        if terms.cap_cents is not None and floor >= terms.cap_cents:
            self._refuse(key, f"must be below the meter's {dollars(Cents(terms.cap_cents))}")
        return replace(terms, floor_cents=floor)

    def _with_operators_choice(self, terms: MeterTerms) -> MeterTerms:
        """The rate of progression and the reset are the operator's (633c.9(g))."""
        rate = self._raw.increment_bp
        if rate is not None and not 1 <= rate < 10_000:
            self._refuse("increment_bp", "must be 1 to 9999 basis points")
        reset = None if self._raw.reset is None else self._amount("reset", self._raw.reset)
        return replace(
            terms,
            increment_bp=terms.increment_bp if rate is None else rate,
            seed_multiple=terms.seed_multiple if reset is None else None,
            seed_cents=terms.seed_cents if reset is None else reset,
        )

    def _options(self) -> Options:
        chosen = {
            key: given
            for key in ("chosen_suit", "third_card")
            if (given := getattr(self._raw, key)) is not None
        }
        return replace(self._declared.default_options, **chosen)

    def _weights(self) -> DynamicWeights:
        """How likely each number of hands and each value is; uniform unless said (reading D-5)."""
        default = DynamicWeights()
        chosen = {}
        for key, given, least in (
            ("counts_weights", self._raw.counts_weights, default.counts),
            ("values_weights", self._raw.values_weights, default.values),
        ):
            if given is not None and (len(given) != len(least) or min(given) < 0 or not sum(given)):
                self._refuse(key, f"must be {len(least)} numbers from 0, not all 0")
            if given is not None and sum(given) > DRAW_BELOW_MAX:
                self._refuse(key, f"must add up to at most {DRAW_BELOW_MAX}", "(g)")
            chosen[key] = least if given is None else given
        return DynamicWeights(chosen["counts_weights"], chosen["values_weights"])

    def _stake(self, *, has_meters: bool) -> Cents | None:
        if not has_meters:
            if self._raw.wager is not None:
                self._refuse("wager", "only a wager with meters has one amount for the table")
            return None
        if self._raw.wager is None:
            if len(self._declared.stakes_cents) == 1:
                return Cents(self._declared.stakes_cents[0])
            self._refuse("wager", "missing: a wager with meters has one amount for the table")
        return self._amount("wager", self._raw.wager)

    def _check_stake(self, offered: OfferedWager, stake: Cents) -> None:
        if stake < 1:
            self._refuse("wager", "must be more than 0.00")
        permitted, clause = self._declared.stakes_cents, self._declared.stakes_clause
        if permitted and stake not in permitted:
            amounts = " or ".join(dollars(Cents(each)) for each in permitted)
            self._refuse("wager", f"must be {amounts}", clause)
        least = self._declared.least_seed_cents.get(stake, 0)
        if any(terms.seed_micros(stake) < least * MICROS_PER_CENT for terms in offered.meters):
            self._refuse("reset", f"must be at least {dollars(Cents(least))}", clause)
        for row in offered.paytable.rows:
            if isinstance(row.award, OddsAward):
                self._check_whole_cents(row.award, stake, row.outcome)
        for terms in offered.meters:
            seed = terms.seed_micros(stake) // MICROS_PER_CENT
            if seed > AMOUNT_CENTS_MAX:
                self._refuse(
                    "wager",
                    f"{terms.meter} would start at {dollars(Cents(seed))}, above "
                    f"{dollars(AMOUNT_CENTS_MAX)}; choose a smaller wager",
                )
            if terms.cap_cents is not None and seed >= terms.cap_cents:
                self._refuse(
                    "wager",
                    f"{terms.meter} would start at {dollars(Cents(seed))}, at or above its "
                    f"{dollars(Cents(terms.cap_cents))}; choose a smaller wager",
                )

    def _check_whole_cents(self, award: OddsAward, stake: Cents, outcome: str) -> None:
        try:
            award.paid(stake)
        except InexactPayoutError as error:
            self._refuse("wager", f"{outcome}: {error}")

    def _validation(self) -> Validation:
        return Validation(VALIDATED_FROM, above_odds=self._declared.validated_above_odds)

    def _amount(self, key: str, text: str) -> Cents:
        try:
            return parse_amount(text)
        except ValueError as error:
            self._refuse(key, str(error))

    def _refuse(self, key: str, reason: str, clause: str = "") -> NoReturn:
        raise BadInputError(
            f"{self._asked_by}: wagers.{self._wager}.{key}: {reason} ({self._section}{clause})"
        )

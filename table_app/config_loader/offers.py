"""A side wager as one table offers it: paytable, amount, the operator's choices, what law permits."""

from pathlib import Path
from typing import Literal, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from table_app.config_loader.paytables import load_wager_tables
from table_app.errors import BadInputError
from table_app.game.dynamic import DynamicWeights
from table_app.game.paytable import MeterTerms, OddsAward, Paytable
from table_app.game.rules import OfferedWager, Validation
from table_app.game.wagers import SIDE_WAGERS, Options
from table_app.game.wagers.blazing_7s import BLAZING_7S
from table_app.game.wagers.dynamic_21_3 import DYNAMIC_21_3
from table_app.game.wagers.super_4 import SUPER_4
from table_app.money import MICROS_PER_CENT, Cents, InexactPayoutError, dollars, parse_dollars

SUPER_4_STAKE = Cents(500)
"""633c.6(e): a wager of $5."""

BLAZING_7S_MINIMUM_RESET = {Cents(100): Cents(200_000), Cents(500): Cents(1_000_000)}
"""633c.9(g): the least initial and reset amount by the required wager."""

BLAZING_7S_VALIDATED_ABOVE = 200
"""633c.9(e)(2): a floorperson validates a payout above 200 for 1."""

VALIDATED_FROM = Cents(120_000)
"""Fixed awards of the other progressive wagers from this amount on (reading G-17)."""


class RawOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The `[wagers.NAME]` of a table or scenario file."""

    wager: str | None = None
    chosen_suit: Literal["S", "H", "D", "C"] | None = None
    mystery: int | None = None
    third_card: Literal["player_drawn_card", "dealer_upcard"] | None = None
    basis: Literal["to_1", "for_1"] | None = None
    increment_bp: int | None = None
    reset: str | None = None
    floor: str | None = None
    counts_weights: tuple[int, ...] | None = None
    values_weights: tuple[int, ...] | None = None


def load_offered(
    config: Path, paytables: dict[str, str], options: dict[str, RawOptions], *, asked_by: Path
) -> tuple[OfferedWager, ...]:
    """The wagers of a table in the order of the layout; refusals name the table's file."""
    for wager in (*paytables, *options):
        if wager not in SIDE_WAGERS:
            known = ", ".join(SIDE_WAGERS)
            raise BadInputError(f"{asked_by}: {wager}: not built yet; built: {known}")
    for wager in options:
        if wager not in paytables:
            raise BadInputError(f"{asked_by}: wagers.{wager}: the table does not offer this wager")
    return tuple(
        _Offer(config, wager, paytables[wager], options.get(wager, RawOptions()), asked_by).load()
        for wager in SIDE_WAGERS
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


class _Offer:
    """One wager being read; `_refuse` names file, key and section."""

    def __init__(
        self, config: Path, wager: str, chosen: str, raw: RawOptions, asked_by: Path
    ) -> None:
        self._wager = wager
        self._chosen = chosen
        self._raw = raw
        self._asked_by = asked_by
        self._section = SIDE_WAGERS[wager].section
        self._tables = load_wager_tables(config, wager)

    def load(self) -> OfferedWager:
        paytable = self._paytable()
        meters = self._meters(paytable)
        stake = self._stake(has_meters=bool(meters))
        offered = OfferedWager(
            wager=self._wager,
            paytable=paytable,
            options=self._options(),
            stake_cents=stake,
            meters=meters,
            floor_cents=self._amount("floor", self._raw.floor),
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
        self._only(BLAZING_7S.wager, "basis")
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
            self._only(BLAZING_7S.wager, "increment_bp, reset")
            meters = tuple(self._with_operators_choice(terms) for terms in meters)
        if self._raw.mystery is not None:
            self._only(SUPER_4.wager, "mystery")
            mystery = self._tables.mystery.get(str(self._raw.mystery))
            if mystery is None:
                self._refuse("mystery", f"configurations are {', '.join(self._tables.mystery)}")
            meters = (*meters, mystery)
        return meters

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
        if self._raw.chosen_suit is not None:
            self._only(SUPER_4.wager, "chosen_suit")
        if self._raw.third_card is not None:
            self._only(BLAZING_7S.wager, "third_card")
        is_super_4, is_blazing = self._wager == SUPER_4.wager, self._wager == BLAZING_7S.wager
        return Options(
            chosen_suit=(self._raw.chosen_suit or "S") if is_super_4 else "",
            third_card=(self._raw.third_card or "player_drawn_card") if is_blazing else "",
        )

    def _weights(self) -> DynamicWeights:
        """How likely each number of hands and each value is; uniform unless said (reading D-5)."""
        default = DynamicWeights()
        chosen = {}
        for key, given, least in (
            ("counts_weights", self._raw.counts_weights, default.counts),
            ("values_weights", self._raw.values_weights, default.values),
        ):
            if given is not None:
                self._only(DYNAMIC_21_3.wager, key)
                if len(given) != len(least) or min(given) < 0 or not sum(given):
                    self._refuse(key, f"must be {len(least)} numbers from 0, not all 0")
            chosen[key] = least if given is None else given
        return DynamicWeights(chosen["counts_weights"], chosen["values_weights"])

    def _stake(self, *, has_meters: bool) -> Cents | None:
        if not has_meters:
            if self._raw.wager is not None:
                self._refuse("wager", "only a wager with meters has one amount for the table")
            return None
        if self._raw.wager is None:
            if self._wager == SUPER_4.wager:
                return SUPER_4_STAKE
            self._refuse("wager", "missing: a wager with meters has one amount for the table")
        return self._amount("wager", self._raw.wager)

    def _check_stake(self, offered: OfferedWager, stake: Cents) -> None:
        if stake < 1:
            self._refuse("wager", "must be more than 0.00")
        if self._wager == SUPER_4.wager and stake != SUPER_4_STAKE:
            self._refuse("wager", "must be 5.00 (633c.6(e))")
        if self._wager == BLAZING_7S.wager:
            self._check_blazing_reset(offered, stake)
        for row in offered.paytable.rows:
            if isinstance(row.award, OddsAward):
                self._check_whole_cents(row.award, stake, row.outcome)
        for terms in offered.meters:
            seed = terms.seed_micros(stake) // MICROS_PER_CENT
            if terms.cap_cents is not None and seed >= terms.cap_cents:
                self._refuse(
                    "wager",
                    f"{terms.meter} would start at {dollars(Cents(seed))}, at or above its "
                    f"{dollars(Cents(terms.cap_cents))}; choose a smaller wager",
                )

    def _check_blazing_reset(self, offered: OfferedWager, stake: Cents) -> None:
        if stake not in BLAZING_7S_MINIMUM_RESET:
            self._refuse("wager", "must be 1.00 or 5.00 (633c.9(g))")
        least = BLAZING_7S_MINIMUM_RESET[stake]
        if any(terms.seed_micros(stake) < least * MICROS_PER_CENT for terms in offered.meters):
            self._refuse("reset", f"must be at least {dollars(least)} for this wager (633c.9(g))")

    def _check_whole_cents(self, award: OddsAward, stake: Cents, outcome: str) -> None:
        try:
            award.paid(stake)
        except InexactPayoutError as error:
            self._refuse("wager", f"{outcome}: {error}")

    def _validation(self) -> Validation:
        if self._wager == BLAZING_7S.wager:
            return Validation(VALIDATED_FROM, above_odds=BLAZING_7S_VALIDATED_ABOVE)
        return Validation(VALIDATED_FROM)

    def _amount(self, key: str, text: str | None) -> Cents:
        try:
            return parse_dollars(text) if text is not None else Cents(0)
        except ValueError as error:
            self._refuse(key, str(error))

    def _only(self, wager: str, key: str) -> None:
        if self._wager != wager:
            self._refuse(key, f"only {wager} has this choice")

    def _refuse(self, key: str, reason: str) -> NoReturn:
        raise BadInputError(
            f"{self._asked_by}: wagers.{self._wager}.{key}: {reason} ({self._section})"
        )

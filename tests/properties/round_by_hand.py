"""One round's side wagers by hand: locked, settled, awarded, their meters moved."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from table_app.game.paytable import OddsAward
from table_app.game.rules import OfferedWager
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from tests.properties import meters_by_hand, wagers_by_hand
from tests.properties.meters_by_hand import HandMeters, Pool, Terms
from tests.properties.wagers_by_hand import Cards, Chosen, Pays

Award = tuple[int, str, str, str | None, int]
"""Seat, wager, row, meter (None: the house), cents."""

_MYSTERY_OF_CAP = {100_000: 1, 50_000: 2, 20_000: 3}


class SideWagersByHand:
    """What every side wager but Lucky Aces must come to.

    Of the table's facts it takes what is chance: the Dynamic pays, and where restarts put triggers.
    """

    def __init__(
        self,
        offered: tuple[OfferedWager, ...],
        pools: dict[str, Pool],
        facts: Sequence[f.Fact],
    ) -> None:
        self.chosen = {
            each.wager: chosen_by(each) for each in offered if each.wager != "lucky_aces"
        }
        terms = {each.wager: terms_chosen_by(each) for each in offered}
        self.meters_of = {wager: tuple(found) for wager, found in terms.items()}
        drawn: defaultdict[str, list[int]] = defaultdict(list)
        self.dynamic_pays: dict[str, int] = {}
        for fact in facts:
            match fact:
                case f.MeterRestarted(meter, _, _, trigger) if trigger is not None:
                    drawn[meter].append(trigger.amount_cents)
                case f.DynamicPaysDrawn(pays):
                    self.dynamic_pays = {pay.outcome: pay.pays_for_1 for pay in pays}
                case _:
                    pass
        self.meters = HandMeters(
            terms={meter: each for found in terms.values() for meter, each in found.items()},
            pools=pools,
            next_triggers=drawn,
        )
        self.settled: dict[tuple[int, str], tuple[str, int]] = {}
        self.awards: Counter[Award] = Counter()
        self.extra_seats: list[int] = []

    def play(self, locked: dict[int, dict[str, int]], cards: dict[int, Cards]) -> None:
        """The wagers that were taken, by seat in order, and the cards before each seat."""
        for seat, wagers in locked.items():
            for wager, stake in wagers.items():
                self._contribute(seat, wager, stake)
        for wager, chosen in self.chosen.items():
            seats = [seat for seat, wagers in locked.items() if wager in wagers]
            self._settle(wager, chosen, {seat: cards[seat] for seat in seats})
        assert not any(self.meters.next_triggers.values())

    def _contribute(self, seat: int, wager: str, stake_cents: int) -> None:
        for meter in self.meters_of.get(wager, ()):
            won = self.meters.contribute(meter, stake_cents)
            if won is not None:
                self.awards[seat, wager, meter.partition(".")[2], meter, won] += 1

    def _settle(self, wager: str, chosen: Chosen, cards: dict[int, Cards]) -> None:
        shares: defaultdict[str, list[tuple[int, Pays]]] = defaultdict(list)
        for seat, seen in cards.items():
            row = wagers_by_hand.row_of(wager, chosen, seen)
            paid = 0
            if row != "lose":
                pays = wagers_by_hand.pays_of(wager, chosen, row, self.dynamic_pays)
                if pays.kind == "share":
                    shares[f"{wager}.{pays.meter}"].append((seat, pays))
                else:
                    paid = self._pay(seat, wager, row, pays, chosen.stake_cents)
            self.settled[seat, wager] = (row, paid)
            if wager == "blazing_7s" and wagers_by_hand.gets_extra_card(chosen, seen):
                self.extra_seats.append(seat)
        for meter, winners in shares.items():
            shares_parts = wager != "blazing_7s"
            won = self.meters.share_out(meter, winners, shares_parts=shares_parts)
            for seat, cents in won.items():
                self.awards[seat, wager, self.settled[seat, wager][0], meter, cents] += 1

    def _pay(self, seat: int, wager: str, row: str, pays: Pays, stake_cents: int) -> int:
        """Cents credited at once; an award that must be validated waits instead."""
        by_odds = {"for": pays.amount, "to": pays.amount + 1}
        cents = pays.amount if pays.kind == "dollars" else stake_cents * by_odds[pays.kind]
        if not wagers_by_hand.is_validated(wager, pays, cents):
            return cents
        self.awards[seat, wager, row, None, cents] += 1
        return 0


def pools_at(starts: Iterable[c.MeterStart | f.MeterOpened]) -> dict[str, Pool]:
    """Meters as they begin."""
    return {
        start.meter: Pool(
            start.amount_micros,
            start.reserve_micros,
            start.trigger.amount_cents if start.trigger else None,
        )
        for start in starts
    }


def cards_of(
    seat: int, first_two: tuple[str, ...], dealer: tuple[str, ...], facts: Sequence[f.Fact]
) -> Cards:
    """The third card is the first that the seat was dealt after its first two, to any hand."""
    dealt = [
        str(fact.card)
        for fact in facts
        if isinstance(fact, f.CardDealt | f.ExtraCardDealt) and fact.seat == seat
    ]
    assert tuple(dealt[:2]) == first_two
    return Cards(first_two, dealer[:2], dealt[2] if dealt[2:] else None)


def chosen_by(offered: OfferedWager) -> Chosen:
    """The operator's choices of a wager."""
    last = offered.paytable.rows[-1].award
    is_for = isinstance(last, OddsAward) and last.basis == "for_1"
    return Chosen(
        paytable=offered.paytable.paytable,
        stake_cents=offered.stake_cents or 0,
        chosen_suit=offered.options.chosen_suit,
        uses_upcard=offered.options.third_card == "dealer_upcard",
        sevens_basis="for" if is_for else "to",
    )


def terms_chosen_by(offered: OfferedWager) -> dict[str, Terms]:
    """The law's terms of its meters, and the operator's where the law leaves them open."""
    sevens = offered.meters[0] if offered.wager == "blazing_7s" else None
    return meters_by_hand.terms_of(
        offered.wager,
        offered.paytable.paytable,
        offered.stake_cents or 0,
        floors_cents={terms.meter: terms.floor_cents for terms in offered.meters},
        increment_bp=sevens.increment_bp if sevens else None,
        reset_cents=sevens.seed_cents if sevens else None,
        mystery=next(
            (
                _MYSTERY_OF_CAP[each.cap_cents or 0]
                for each in offered.meters
                if each.meter == "mystery"
            ),
            None,
        ),
    )

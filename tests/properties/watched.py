"""A table that is watched: after every command everything is asserted that must always hold."""

from collections import Counter
from random import Random

from table_app.game.dynamic import pick_dynamic_pays
from table_app.ledger.accounts import DEMO_BANK, credit, in_play
from table_app.ledger.postings import all_transfers
from table_app.table.decide import Decision, decide
from table_app.table.evolve import fold
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Card, Shoe
from table_app.vocabulary.refusals import Refusal
from tests.properties import by_hand, wagers_by_hand
from tests.properties.by_hand import HandAtEnd
from tests.properties.round_by_hand import SideWagersByHand, cards_of, chosen_by, pools_at
from tests.properties.wagers_by_hand import Cards


class WatchedTable:
    """Plays one round through `decide` and keeps its own books beside it."""

    def __init__(
        self,
        setup: TableSetup,
        shoe: Shoe,
        credits_cents: dict[int, int],
        meters: tuple[c.MeterStart, ...] = (),
    ) -> None:
        self.setup = setup
        self.shoe = shoe
        self.meters = meters
        self.state = TableState()
        self.balances: Counter[str] = Counter()
        self.facts: list[f.Fact] = []
        self.accepted: list[c.JournaledCommand] = []
        self._position = 0
        self._hole: Card | None = None
        opening = c.OpenTable(
            "test", "00", "11", is_demo=True, decks=setup.decks, paytables=(), meters=meters
        )
        self.must(opening)
        for seat, amount in credits_cents.items():
            self.must(c.AddDemoCredit(seat, amount))
        self.must(c.OpenBets(shoe))

    @property
    def is_closed(self) -> bool:
        return self.state.round is not None and self.state.round.stage == "closed"

    @property
    def is_first_draw(self) -> bool:
        """Whether the hand that is asked has its first two cards."""
        current = self.state.round
        assert current is not None
        box = current.box(current.turn.seat) if current.turn else None
        return box is not None and len(box.hands[0].cards) == 2

    @property
    def stage(self) -> str:
        assert self.state.round is not None
        return self.state.round.stage

    def draw_dynamic_pays(self, seed: int) -> None:
        """One to three printed hands at printed pays, each once; until then nobody may act."""
        offered = next(each for each in self.setup.rules.offered if each.has_dynamic_pays)
        assert isinstance(self.do(c.Stand(1, 0)), Refusal)
        pays = pick_dynamic_pays(offered.paytable.rows, offered.weights, Random(seed).randrange)
        assert 1 <= len(pays) == len({pay.outcome for pay in pays}) <= 3
        for pay in pays:
            printed = wagers_by_hand.raised_odds(offered.paytable.paytable, pay.outcome)
            assert pay.pays_for_1 in printed
        self.must(c.DrawDynamicPays(pays))

    def close_awards(self, seed: int) -> None:
        """Have every award validated, by two people and no other way, and paid somehow."""
        for waiting in self.state.awards:
            seat, award = waiting.seat, waiting.award
            alone = c.CloseAward(seat, award, "to_credit", "one", "one")
            assert self.do(alone) == Refusal("two_people")
            method: c.AwardMethod = Random(seed + award).choice(("to_credit", "by_hand"))
            paid_to = credit(seat) if method == "to_credit" else "hand_pay"
            before = self.balances[paid_to]
            self.must(c.CloseAward(seat, award, method, "one", "two"))
            assert self.balances[paid_to] == before + waiting.amount_cents * 10_000
            again = c.CloseAward(seat, award, method, "one", "two")
            assert self.do(again) == Refusal("no_award")
        assert not any("payable" in account and kept for account, kept in self.balances.items())
        assert self.state.held_rounds == ()

    def must(self, command: c.JournaledCommand) -> None:
        refusal = self.do(command)
        assert refusal is None, refusal

    def do(self, command: c.JournaledCommand) -> Refusal | None:
        """Give one command and assert what must hold after it, whatever it was."""
        before = repr(self.state)
        decision = decide(self.setup, self.state, command)
        assert repr(self.state) == before
        if isinstance(decision, Refusal):
            return decision
        if isinstance(command, c.HandCommand):
            self._check_legal(command)
        self._check_decision(decision)
        self.state = decision.state
        self.facts.extend(decision.facts)
        self.accepted.append(command)
        self._check_hands()
        return None

    def _check_legal(self, command: c.HandCommand) -> None:
        """What was taken was this hand's to do (633a.9 to 633a.11 and the house's choices)."""
        assert self.state.round is not None
        box = self.state.round.box(command.seat)
        assert box is not None
        house, hand = self.setup.rules.house, box.hands[command.hand]
        cards = tuple(map(str, hand.cards))
        total, is_soft = by_hand.points(cards)
        is_of_split = len(box.hands) > 1
        is_lone_ace = is_of_split and cards[0][0] == "A" and house.one_card_per_split_ace
        assert total < 21
        match command:
            case c.Hit():
                assert not is_lone_ace
            case c.Double():
                assert len(cards) == 2
                assert not is_lone_ace
                assert house.double_after_split or not is_of_split
                assert house.double_any_two or (total in {9, 10, 11} and not is_soft)
            case c.Split():
                first, second = cards
                assert by_hand.points((first,)) == by_hand.points((second,))
                assert house.split_by == "value" or first[0] == second[0]
                assert house.resplit_aces or not is_of_split or first[0] != "A"
            case c.Surrender():
                assert house.late_surrender
                assert len(cards) == 2
                assert not is_of_split
            case _:
                pass

    def _check_decision(self, decision: Decision) -> None:
        assert decision.facts
        assert fold(self.state, decision.facts) == decision.state
        assert all_transfers(decision.facts) == decision.transfers
        self._check_money(decision)
        for fact in decision.facts:
            self._check_card(fact)
            if isinstance(fact, f.InsuranceOffered):
                assert fact.seats == self._seats_to_ask(decision.state)

    def _seats_to_ask(self, after: TableState) -> tuple[int, ...]:
        """Who holds a cent and a wager of two, or a Blackjack that may be paid at once (633a.8)."""
        house, current = self.setup.rules.house, after.round
        assert current is not None
        return tuple(
            box.seat
            for box in current.boxes
            if (house.insurance and min(after.credit_cents(box.seat), box.stake_cents // 2))
            or (house.even_money and by_hand.is_natural(tuple(map(str, box.first_two))))
        )

    def _check_money(self, decision: Decision) -> None:
        for moved in decision.transfers:
            assert moved.amount_micros > 0
            self.balances[moved.debit] -= moved.amount_micros
            self.balances[moved.credit] += moved.amount_micros
        assert sum(self.balances.values()) == 0
        assert self.balances[DEMO_BANK] <= 0
        for seat in range(1, self.setup.seats + 1):
            folded_cents = decision.state.credit_cents(seat)
            assert self.balances[credit(seat)] == folded_cents * 10_000 >= 0
            assert self.balances[in_play(seat)] >= 0
            waiting = sum(award.amount_cents for award in decision.state.awards_of(seat))
            payable = f"progressive_payable:{seat}", f"jackpot_payable:{seat}"
            assert sum(self.balances[account] for account in payable) == waiting * 10_000
        for meter in decision.state.meters:
            assert self.balances[f"meter:{meter.meter}"] == meter.amount_micros >= 0
            assert self.balances[f"reserve:{meter.meter}"] == meter.reserve_micros >= 0

    def _check_card(self, fact: f.Fact) -> None:
        """Cards leave the shoe one after the other; the hole card shows the face it had."""
        match fact:
            case (
                f.CardDealt(_, _, face)
                | f.UpcardDealt(face)
                | f.DealerDrew(face)
                | f.ExtraCardDealt(_, face)
            ):
                assert face == self.shoe.cards[self._position]
                self._position += 1
            case f.HoleCardDealt(place):
                assert place == self._position
                self._hole = self.shoe.cards[place]
                self._position += 1
            case f.HoleCardTurned(face):
                assert face == self._hole
            case _:
                pass

    def _check_hands(self) -> None:
        current = self.state.round
        assert current is None or current.position == self._position
        for box in current.boxes if current else ():
            assert 1 <= len(box.hands) <= self.setup.rules.house.resplit_hands

    def check_closed(self) -> None:
        """Assert everything that must hold when the round has closed."""
        assert self.is_closed
        self._check_each_wager_is_settled_once()
        self._check_dealer()
        self._check_moments()
        self._check_side_wagers()
        for seat in self.seats:
            assert self.balances[in_play(seat)] == 0
            self._check_paid(seat)

    @property
    def seats(self) -> tuple[int, ...]:
        assert self.state.round is not None
        return tuple(box.seat for box in self.state.round.boxes)

    @property
    def dealer(self) -> tuple[str, ...]:
        """By position: the card after each box's first, the one after each box's second, more."""
        count = len(self.seats)
        drawn = [str(fact.card) for fact in self.facts if isinstance(fact, f.DealerDrew)]
        return (str(self.shoe.cards[count]), str(self.shoe.cards[2 * count + 1]), *drawn)

    def first_two(self, seat: int) -> tuple[str, ...]:
        at = self.seats.index(seat)
        return (str(self.shoe.cards[at]), str(self.shoe.cards[len(self.seats) + 1 + at]))

    def _check_each_wager_is_settled_once(self) -> None:
        placed: Counter[tuple[int, str]] = Counter()
        settled: Counter[tuple[int, str]] = Counter()
        times: Counter[tuple[int, str | int]] = Counter()
        for fact in self.facts:
            match fact:
                case f.WagersPlaced(seat, stakes):
                    for wager, stake in ((each.wager, each.stake_cents) for each in stakes):
                        placed[seat, wager] += stake
                case f.InsuranceTaken(seat, stake):
                    placed[seat, "insurance"] += stake
                case f.HandDoubled(seat, _, stake) | f.HandSplit(seat, _, stake):
                    placed[seat, "blackjack"] += stake
                case f.WagerSettled(seat, wager, _, stake):
                    settled[seat, wager] += stake
                    times[seat, wager] += 1
                case f.HandSettled(seat, hand, _, stake):
                    settled[seat, "blackjack"] += stake
                    times[seat, hand] += 1
                case _:
                    pass
        assert placed == settled
        for seat, wagers in self._locked.items():
            for wager, stake in wagers.items():
                assert wager == "blackjack" or placed[seat, wager] == stake
        side = sum(len(wagers) - 1 for wagers in self._locked.values())
        assert side == sum(wager not in {"blackjack", "insurance"} for _, wager in placed)
        assert set(times.values()) <= {1}

    def _check_dealer(self) -> None:
        assert self.state.round is not None
        assert self.state.round.dealer == self.dealer
        hits_soft_17 = self.setup.rules.house.dealer_hits_soft_17
        cards = self.dealer
        is_needed = any(
            by_hand.points(hand.cards)[0] <= 21
            and not (hand.was_surrendered or hand.was_even_money)
            and not (by_hand.is_natural(hand.cards) and not hand.is_of_split)
            for seat in self.seats
            for hand in self._hands(seat)
        )
        for count in range(2, len(cards)):
            assert is_needed
            assert by_hand.dealer_must_draw(cards[:count], hits_soft_17=hits_soft_17)
        assert not is_needed or not by_hand.dealer_must_draw(cards, hits_soft_17=hits_soft_17)

    def _hands(self, seat: int) -> tuple[HandAtEnd, ...]:
        assert self.state.round is not None
        box = self.state.round.box(seat)
        assert box is not None
        return tuple(
            HandAtEnd(
                cards=tuple(map(str, hand.cards)),
                stake_cents=hand.stake_cents,
                is_of_split=len(box.hands) > 1,
                was_surrendered=c.Surrender(seat, 0) in self.accepted,
                was_even_money=c.TakeEvenMoney(seat) in self.accepted,
            )
            for hand in box.hands
        )

    def _check_paid(self, seat: int) -> None:
        """Each amount that was paid is the one that the law makes of these cards."""
        odds = self.setup.rules.house.blackjack_pays
        hands = self._hands(seat)
        for index, hand in enumerate(hands):
            due = by_hand.hand_paid(hand, self.dealer, (odds.pays, odds.per))
            assert self._paid_for_hand(seat, index) == due, (seat, index)
        insured = self._stake(seat, "insurance")
        assert 2 * insured <= self._stake(seat, "blackjack")
        due = by_hand.insurance_paid(insured, self.dealer)
        assert self._paid_for_wager(seat, "insurance") == due
        aces = self.setup.rules.offer("lucky_aces")
        if aces is not None:
            four = self.first_two(seat) + self.dealer[:2]
            stake = self._stake(seat, "lucky_aces")
            due = by_hand.lucky_aces_paid(aces.paytable.paytable, stake, four)
            assert self._paid_for_wager(seat, "lucky_aces") == due, (seat, four)

    def _cards(self, seat: int) -> Cards:
        return cards_of(seat, self.first_two(seat), self.dealer, self.facts)

    def _check_side_wagers(self) -> None:
        """Rows, pays, awards and meters are those that a second reading of the law makes."""
        hand = SideWagersByHand(self.setup.rules.offered, pools_at(self.meters), self.facts)
        cards = {seat: self._cards(seat) for seat in self.seats}
        hand.play(self._locked, cards)
        settled = {
            (fact.seat, fact.wager): (fact.outcome, fact.paid_cents)
            for fact in self.facts
            if isinstance(fact, f.WagerSettled) and fact.wager not in {"insurance", "lucky_aces"}
        }
        assert settled == hand.settled
        awards = [fact for fact in self.facts if isinstance(fact, f.AwardReserved)]
        assert [fact.award for fact in awards] == list(range(1, len(awards) + 1))
        assert hand.awards == Counter(
            (fact.seat, fact.wager, fact.outcome, fact.meter, fact.amount_cents) for fact in awards
        )
        for meter in self.state.meters:
            pool = hand.meters.pools[meter.meter]
            trigger = meter.trigger.amount_cents if meter.trigger else None
            kept = (meter.amount_micros, meter.reserve_micros, trigger)
            assert kept == (pool.amount, pool.reserve, pool.trigger_cents), meter.meter
        extra = [fact.seat for fact in self.facts if isinstance(fact, f.ExtraCardDealt)]
        assert extra == hand.extra_seats

    def _check_moments(self) -> None:
        """Side wagers are settled in their order, each from the dealer's right."""
        chosen = {each.wager: chosen_by(each) for each in self.setup.rules.offered}
        seats: dict[str, list[int]] = {}
        for at, fact in enumerate(self.facts):
            if isinstance(fact, f.WagerSettled) and fact.wager in chosen:
                before = {type(each) for each in self.facts[:at]}
                after = {type(each) for each in self.facts[at:]}
                match wagers_by_hand.moment_of(fact.wager, self._cards(fact.seat)):
                    case "dealt":
                        assert not before & {f.InsuranceOffered, f.HoleCardChecked, f.TurnBegan}
                        assert f.HoleCardDealt in before
                    case "checked":
                        assert f.HoleCardChecked in before
                        assert not before & {f.TurnBegan, f.HoleCardTurned, f.HandStood}
                    case "shown":
                        assert f.HoleCardTurned in before
                        assert not before & {f.DealerDrew, f.ExtraCardDealt}
                    case _:
                        assert not after & {f.DealerDrew, f.ExtraCardDealt, f.HoleCardTurned}
                        later = {each for each in self.facts[at:] if isinstance(each, type(fact))}
                        assert {each.wager for each in later} == {fact.wager}
                kind = wagers_by_hand.moment_of(fact.wager, self._cards(fact.seat))
                seats.setdefault(f"{fact.wager} {kind}", []).append(fact.seat)
        assert all(found == sorted(found, reverse=True) for found in seats.values())

    def _paid_for_hand(self, seat: int, index: int) -> int:
        return sum(
            fact.paid_cents
            for fact in self.facts
            if isinstance(fact, f.HandSettled) and (fact.seat, fact.hand) == (seat, index)
        )

    def _paid_for_wager(self, seat: int, wager: str) -> int:
        return sum(
            fact.paid_cents
            for fact in self.facts
            if isinstance(fact, f.WagerSettled) and (fact.seat, fact.wager) == (seat, wager)
        )

    def _stake(self, seat: int, wager: str) -> int:
        """What the player put there: by the accepted commands, not by the table's facts."""
        if wager == "insurance":
            return sum(
                each.stake_cents
                for each in self.accepted
                if isinstance(each, c.TakeInsurance) and each.seat == seat
            )
        return self._locked.get(seat, {}).get(wager, 0)

    @property
    def _locked(self) -> dict[int, dict[str, int]]:
        """The wagers that the lock may take: what was not counted as it lay there goes back."""
        locked = next(each for each in self.accepted if isinstance(each, c.LockBets))
        counted = {each.wager: (each.count, each.sum_cents) for each in locked.accepted}
        returned = {
            offered.wager
            for offered in self.setup.rules.offered
            if offered.meters and counted.get(offered.wager, (0, 0)) != laid(locked, offered.wager)
        }
        return {
            box.seat: {
                placed.wager: placed.stake_cents
                for placed in box.wagers
                if placed.wager not in returned
            }
            for box in locked.wagers
        }


def laid(locking: c.LockBets, wager: str) -> tuple[int, int]:
    """How many of these wagers lie on the table, and their sum."""
    stakes = [
        placed.stake_cents
        for box in locking.wagers
        for placed in box.wagers
        if placed.wager == wager
    ]
    return len(stakes), sum(stakes)

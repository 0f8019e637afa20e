"""Meters over any history: no micro-dollar appears or vanishes, and each award is the law's share."""

from collections import Counter
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from table_app.config_loader import RawOptions, load_offered, load_strategy, shipped_config
from table_app.game.dynamic import pick_dynamic_pays
from table_app.game.progressive import first_starts, next_trigger
from table_app.game.round.lock import count_accepted
from table_app.game.rules import OfferedWager, RoundRules
from table_app.game.wagers import SIDE_WAGERS
from table_app.ledger.accounts import meter as meter_account
from table_app.ledger.accounts import reserve as reserve_account
from table_app.odds.strategy import StrategyTable
from table_app.simulation.strategy import answer
from table_app.table.decide import Decision, decide
from table_app.table.setup import NOWHERE, TableSetup, Timing, WagerLimits
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import DECK, Card, Shoe, card
from table_app.vocabulary.secrets import UNIFORM_BYTES, Uniform
from tests.properties.tables import PENNSYLVANIA

DECKS = 8
HOUSE = replace(PENNSYLVANIA, insurance=False, even_money=False)
_LOADED = load_strategy(shipped_config(), "pennsylvania", DECKS)
STRATEGY = _LOADED.table if _LOADED else StrategyTable({})
TELLING = {
    "hearts": ("QH", "KH", "QH", "AH"),
    "queens": ("QH", "KS", "QH", "AD"),
    "royal": ("QS", "KS", "JS", "AS"),
    "trips": ("KD", "KS", "KC", "AH"),
    "aces": ("AD", "AD", "AD", "9C"),
    "sevens": ("7D", "TS", "7D", "9C", "7D"),
    "colors": ("7S", "TS", "7C", "9C", "7S"),
}


def offers(
    dynamic: str, ladies: str, super_4: str, mystery: int, sevens: str
) -> tuple[OfferedWager, ...]:
    return load_offered(
        shipped_config(),
        SIDE_WAGERS,
        {
            "dynamic_21_3": dynamic,
            "lucky_ladies": ladies,
            "super_4": super_4,
            "blazing_7s": sevens,
        },
        {
            "dynamic_21_3": RawOptions(wager="5.00"),
            "lucky_ladies": RawOptions(wager="5.00"),
            "super_4": RawOptions(mystery=mystery),
            "blazing_7s": RawOptions(wager="1.00"),
        },
        asked_by=Path("test"),
    )


class History:
    """A table whose seats play every wager in every round, with books kept beside it."""

    def __init__(self, offered: tuple[OfferedWager, ...], seats: int, seed: int) -> None:
        self.chance = Random(seed)
        self.offered = offered
        self.seats = seats
        self.setup = TableSetup(
            name="test",
            is_demo=True,
            decks=DECKS,
            seats=seats,
            rules=RoundRules(HOUSE, offered),
            limits=(
                WagerLimits("blackjack", 500, 50_000, 100),
                *(WagerLimits(each.wager, each.stake, each.stake, each.stake) for each in offered),
            ),
            chips_cents=(100,),
            demo_credit_cents=1,
            timing=Timing(1, 1, 1, 1),
            jurisdiction=NOWHERE,
            rules_sha256="",
        )
        self.state = TableState()
        self.balances: Counter[str] = Counter()
        self.into: Counter[str] = Counter()
        self.facts: list[f.Fact] = []
        self.do(
            c.OpenTable(
                "test",
                "",
                "",
                is_demo=True,
                decks=DECKS,
                paytables=(),
                meters=first_starts(offered, self.uniforms()),
            )
        )
        for seat in range(1, seats + 1):
            self.do(c.AddDemoCredit(seat, 10_000_000))

    def uniforms(self) -> tuple[Uniform, ...]:
        return tuple(
            Uniform(
                meter=each.meter_id(terms.meter), value=self.chance.getrandbits(8 * UNIFORM_BYTES)
            )
            for each in self.offered
            for terms in each.meters
            if terms.cap_cents is not None
        )

    def play(self, kind: str) -> None:
        number = self.state.round.round + 1 if self.state.round else 1
        self.do(c.OpenBets(self.shoe(kind, number)))
        wagers = tuple(
            c.SeatWagers(
                seat,
                tuple(
                    c.WagerStake(limits.wager, limits.minimum_cents) for limits in self.setup.limits
                ),
            )
            for seat in range(1, self.seats + 1)
        )
        self.do(c.LockBets(wagers, count_accepted(self.setup.rules, wagers), self.uniforms()))
        pays = pick_dynamic_pays(
            self.offered[0].paytable.rows, self.offered[0].weights, self.chance.randrange
        )
        self.do(c.DrawDynamicPays(pays))
        while self.state.round is not None and self.state.round.stage != "closed":
            self.do(answer(STRATEGY, self.setup.rules, self.state))
        for waiting in self.state.awards:
            method: c.AwardMethod = self.chance.choice(("to_credit", "by_hand"))
            self.do(c.CloseAward(waiting.seat, waiting.award, method, "one", "two"))

    def shoe(self, kind: str, number: int) -> Shoe:
        """Whole decks; every box of a telling shoe is dealt the same two telling cards."""
        first = self.telling(kind)
        left = Counter(DECK * DECKS)
        left.subtract(first)
        rest = sorted(left.elements())
        self.chance.shuffle(rest)
        return Shoe(shoe_id=str(number), salt=b"", cards=(*first, *rest), commitment="")

    def telling(self, kind: str) -> tuple[Card, ...]:
        if kind not in TELLING:
            return ()
        player, upcard, second, hole, *drawn = (card(code) for code in TELLING[kind])
        boxes = min(self.seats, 3)
        if boxes < self.seats:
            return ()
        return (*[player] * boxes, upcard, *[second] * boxes, hole, *drawn)

    def do(self, command: c.JournaledCommand) -> None:
        decision = decide(self.setup, self.state, command)
        assert isinstance(decision, Decision), (command, decision)
        for moved in decision.transfers:
            assert moved.amount_micros > 0
            self.balances[moved.debit] -= moved.amount_micros
            self.balances[moved.credit] += moved.amount_micros
        self.state = decision.state
        self.facts += decision.facts
        self.check(decision.facts)

    def check(self, facts: tuple[f.Fact, ...]) -> None:
        """In: seeds, contributions, the house's part. Out: awards. The rest is on the meters."""
        for fact in facts:
            match fact:
                case f.MeterOpened(name, amount, reserve):
                    self.into[name] += amount + reserve
                case f.MetersContributed(_, parts):
                    for part in parts:
                        self.into[part.meter] += part.amount_micros + part.reserve_micros
                case f.MeterRestarted(name, _, from_house):
                    self.into[name] += from_house
                case f.AwardReserved(_, _, _, _, name, cents) if name is not None:
                    self.into[name] -= cents * 10_000
                case _:
                    pass
        for meter in self.state.meters:
            assert meter.amount_micros + meter.reserve_micros == self.into[meter.meter]
            assert self.balances[meter_account(meter.meter)] == meter.amount_micros >= 0
            assert self.balances[reserve_account(meter.meter)] == meter.reserve_micros >= 0
        assert sum(self.balances.values()) == 0


@settings(max_examples=40, deadline=None)
@given(
    dynamic=st.sampled_from("1234"),
    ladies=st.sampled_from(["1", "5", "7", "9", "10"]),
    super_4=st.sampled_from(["1-1", "2-2", "3-3"]),
    mystery=st.integers(1, 3),
    sevens=st.sampled_from("AB"),
    seats=st.integers(1, 4),
    kinds=st.lists(st.sampled_from([*TELLING, "any"]), min_size=1, max_size=5),
    seed=st.integers(0, 2**32 - 1),
)
def test_what_was_contributed_is_on_meters_in_reserves_or_paid(
    dynamic: str,
    ladies: str,
    super_4: str,
    mystery: int,
    sevens: str,
    seats: int,
    kinds: list[str],
    seed: int,
) -> None:
    history = History(offers(dynamic, ladies, super_4, mystery, sevens), seats, seed)

    for kind in kinds:
        history.play(kind)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**256 - 1), st.integers(0, 99_999), st.integers(1, 3))
def test_a_trigger_lies_above_the_start_and_at_most_at_the_cap(
    value: int, start_cents: int, mystery: int
) -> None:
    offered = offers("3", "1", "1-1", mystery, "A")[-1]
    terms = offered.terms("mystery")
    assert terms.cap_cents is not None

    trigger = next_trigger(
        terms, "super_4.mystery", start_cents * 10_000, Uniform(meter="m", value=value)
    )

    assert min(start_cents + 1, terms.cap_cents) <= trigger.amount_cents <= terms.cap_cents


def test_must_hit_by_meters_are_hit_and_never_pay_above_their_cap() -> None:
    history = History(offers("4", "1", "1-1", 3, "A"), 7, 7)

    for _ in range(400):
        history.play("any")

    awards = [fact for fact in history.facts if isinstance(fact, f.AwardReserved)]
    mystery = [fact.amount_cents for fact in awards if fact.outcome == "mystery"]
    assert len(mystery) > 2
    assert max(mystery) <= 20_000

"""A real TableHost on a real store, with a clock and stations that a test moves by hand."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from sqlalchemy import Connection

from table_app.host.chance import Chance
from table_app.host.events import Outbox, Tick
from table_app.host.instant import Instant
from table_app.host.table_host import TableHost
from table_app.host.tilts import Finding
from table_app.host.witness_call import WitnessEvent
from table_app.host.witnessing import Witnessing
from table_app.link.server import Connected, Disconnected, Received
from table_app.store import keys as store_keys
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.table.setup import TableSetup
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.codec import decode_to_station, encode_message
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.secrets import UNIFORM_BYTES, Uniform
from table_app.vocabulary.views import (
    Answer,
    BettingView,
    Request,
    SeatView,
    ToStation,
    Update,
    Welcome,
)
from tests.properties.tables import beginning_with, shoe_of

ENGINE = "ee" * 32
WALL_MS = 1_700_000_000_000


class Station:
    """One seat's connection, and everything that was sent to it, as it travelled."""

    def __init__(self, seat: int, connection: int) -> None:
        self.seat = seat
        self.connection = connection
        self.next_sequence = 1
        self.received: list[ToStation] = []
        self.wire: list[bytes] = []

    def take(self, encoded: bytes) -> None:
        self.wire.append(encoded)
        message = decode_to_station(encoded)
        self.received.append(message)
        if isinstance(message, Welcome):
            self.next_sequence = message.next_sequence

    def forget(self) -> None:
        """Keep the last picture alone."""
        self.received = list(self.updates[-1:])
        self.wire = []

    @property
    def updates(self) -> tuple[Update, ...]:
        return tuple(each for each in self.received if isinstance(each, Update))

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(each for each in self.received if isinstance(each, Answer))

    @property
    def facts(self) -> tuple[f.ShownFact, ...]:
        return tuple(fact for update in self.updates for fact in update.facts)

    @property
    def view(self) -> SeatView:
        """What is on its screen."""
        return self.updates[-1].view

    @property
    def phase(self) -> str:
        return self.view.phase

    @property
    def dealer(self) -> list[str | None]:
        return [None if one is None else str(one) for one in self.view.dealer.cards]

    @property
    def betting(self) -> BettingView:
        assert self.view.betting is not None
        return self.view.betting


class PreparedChance:
    """Shoes of round 1, 2, ... as they were prepared, then seeded ones; every other draw is seeded.

    `fractions` puts the uniforms of (meter, round) at so many millionths of their range.
    """

    def __init__(
        self, shoes: tuple[Shoe, ...], seed: str, fractions: Mapping[tuple[str, int], int]
    ) -> None:
        self._shoes = shoes
        self._seed = seed
        self._fractions = fractions
        self._drawn = 0

    def new_shoe(self, decks: int, round: int) -> Shoe:  # noqa: A002 - the generator's word
        self._drawn += 1
        if round <= len(self._shoes):
            return self._shoes[round - 1]
        cards = beginning_with((), decks=decks, seed=self._drawn)
        return shoe_of(cards, name=f"shoe:{self._drawn}")

    def dynamic_draw(self, round: int) -> Callable[[int], int]:  # noqa: A002 - the same
        return Random(f"{self._seed} dynamic {round}").randrange

    def uniform(self, meter: str, round: int) -> Uniform:  # noqa: A002 - the same
        millionths = self._fractions.get((meter, round))
        if millionths is not None:
            return Uniform(meter=meter, value=(millionths << (8 * UNIFORM_BYTES)) // 1_000_000)
        chance = Random(f"{self._seed} {meter} {round}")
        return Uniform(meter=meter, value=chance.getrandbits(8 * UNIFORM_BYTES))


class Stand:
    """The table of a test. `shoes` are those of round 1, 2, ...; after them come seeded ones."""

    def __init__(
        self,
        folder: Path,
        setup: TableSetup,
        *shoes: Shoe,
        gift_cents: int = 0,
        credits_cents: tuple[int, ...] = (),
        seed: str = "",
        fractions: Mapping[tuple[str, int], int] | None = None,
        chance: Chance | None = None,
        witnessing: Witnessing | None = None,
    ) -> None:
        self.setup = setup
        self.chance: Chance = chance or PreparedChance(shoes, seed, fractions or {})
        self.gift_cents = gift_cents
        self.witnessing = witnessing
        self.engine_sha256 = ENGINE
        self.path = folder / "table.sqlite3"
        self.keys: StoreKeys = store_keys.create(folder / "keys", origin="table-app/test")
        self.steady_ms = 0
        self.commits = 0
        self.stations: dict[int, Station] = {}
        self._connections = 0
        self.store = Store.create(self.path, self.keys)
        self._boot()
        for seat, amount in enumerate(credits_cents, start=1):
            self.host._must(c.AddDemoCredit(seat, amount), self.now)

    @property
    def now(self) -> Instant:
        return Instant(steady_ms=self.steady_ms, wall_ms=WALL_MS + self.steady_ms)

    def close(self) -> None:
        self.store.close()

    def reboot(self) -> None:
        """End the process, as far as a process ends here, and start it again on the same store."""
        self.close()
        self.stations.clear()
        self.store = Store.open(self.path, self.keys)
        self._boot()

    def connect(self, seat: int) -> Station:
        self._connections += 1
        station = Station(seat, self._connections)
        self.stations[seat] = station
        self._deliver(self.host.handle(Connected(seat, station.connection), self.now))
        return station

    def disconnect(self, station: Station) -> None:
        self._deliver(self.host.handle(Disconnected(station.seat, station.connection), self.now))

    def ask(self, station: Station, command: c.PlayerCommand) -> Refusal | None:
        """Send a command under the station's next number; its answer."""
        sequence = station.next_sequence
        station.next_sequence += 1
        return self.send(station, sequence, command)

    def send(self, station: Station, sequence: int, command: c.PlayerCommand) -> Refusal | None:
        """Send a command under this number, used before or not; its answer."""
        request = Request(sequence, command)
        event = Received(station.seat, station.connection, request)
        self._deliver(self.host.handle(event, self.now))
        answer = station.received[-1]
        assert isinstance(answer, Answer)
        assert answer.sequence == sequence
        return answer.refusal

    def bet(self, station: Station, **stakes_cents: int) -> Refusal | None:
        """Ask for a whole layout under the next revision."""
        wagers = tuple(c.WagerStake(name, stake) for name, stake in stakes_cents.items())
        revision = station.betting.revision + 1
        return self.ask(station, c.SetWagers(station.seat, revision, wagers))

    def ready(self, station: Station) -> Refusal | None:
        return self.ask(station, c.SetReady(station.seat, station.betting.revision))

    def deal(self, *stations: Station, **stakes_cents: int) -> None:
        """The same wagers at each of these stations, and the deal."""
        for station in stations:
            assert self.bet(station, **stakes_cents) is None
        for station in stations:
            assert self.ready(station) is None

    def wait(self, milliseconds: int) -> None:
        """Let time pass and tick when it has."""
        self.steady_ms += milliseconds
        self._deliver(self.host.handle(Tick(), self.now))

    def find(self, event: Finding | WitnessEvent) -> None:
        """Something that watches the table found this out."""
        self._deliver(self.host.handle(event, self.now))

    def count_commits(self, then: Callable[[], None]) -> None:
        """From now on count commits, and call `then` just before each."""
        commit = self.store.database.commit

        def counted(connection: Connection) -> None:
            then()
            commit(connection)
            self.commits += 1

        self.store.database.commit = counted  # type: ignore[method-assign]

    def _boot(self) -> None:
        self.host = TableHost(
            self.setup,
            self.store,
            self.chance,
            engine_sha256=self.engine_sha256,
            gift_cents=self.gift_cents,
            witnessing=self.witnessing,
        )
        self.host.boot(self.now)

    def _deliver(self, outbox: Outbox) -> None:
        by_connection = {station.connection: station for station in self.stations.values()}
        for outgoing in outbox:
            station = by_connection.get(outgoing.connection)
            if station is not None:
                station.take(encode_message(outgoing.message))

"""A station that is killed in any state and started again shows the same picture.

And a link that repeats, loses or turns round what it carries ends at the same picture, too.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.simulation.exhibit import Exhibit
from table_app.simulation.showcase import screens
from table_app.vocabulary import commands as c
from table_app.vocabulary.views import SeatView, TableInfo, Update, Welcome
from tests.host.stand import Stand
from tests.host.stand import Station as Seat
from tests.properties.tables import shoe_with
from tests.station.station import Station

SETUP = load_table(default_table(), shipped_config())
SEATS = (1, 2)
SHOES = (
    "8S TC AS 8D 9C 7H 3H 4D TH 5C 9H 2D",  # insurance, a split, hits
    "QH TC AH QH 9C KH",  # an award that waits
    "TS 9H 6S 9S 2D 7C 5H 3C",  # a win
)


def played(folder: Path) -> Iterator[Seat]:
    """Seat 1 of a real host, after everything that can be told to it in three rounds."""
    stand = Stand(
        folder,
        SETUP,
        *(shoe_with(cards, decks=SETUP.decks) for cards in SHOES),
        credits_cents=(200_000, 200_000),
    )
    stakes = {limits.wager: limits.minimum_cents for limits in SETUP.limits}
    chance = Random(1)
    one, two = (stand.connect(seat) for seat in SEATS)
    for _ in SHOES:
        for station in (one, two):
            stand.bet(station, **stakes)
            yield one
        stand.ready(one)
        yield one
        stand.ready(two)
        yield one
        while one.phase in {"insurance", "decisions"}:
            _answer(stand, one if _is_asked(one) else two, chance)
            yield one
        for station in (one, two):
            while stand.host.state.awards_of(station.seat):
                stand.ask(station, c.RequestDemoValidation(station.seat))
                yield one
        stand.wait(SETUP.timing.result_ms)
        yield one
    stand.close()


def _is_asked(seat: Seat) -> bool:
    return seat.view.insurance is not None or bool(seat.view.options)


def _answer(stand: Stand, seat: Seat, chance: Random) -> None:
    if seat.view.insurance is not None:
        stand.ask(seat, c.DeclineInsurance(seat.seat))
        return
    kinds: dict[str, Callable[[int, int], c.HandCommand]] = {
        "hit": c.Hit,
        "stand": c.Stand,
        "double": c.Double,
        "split": c.Split,
    }
    able = [
        option for option in seat.view.options if option.refusal is None and option.action in kinds
    ]
    splits = [option for option in able if option.action == "split"]
    option = splits[0] if splits else chance.choice(able)
    stand.ask(seat, kinds[option.action](seat.seat, option.hand))


def _untimed(view: SeatView) -> SeatView:
    """The view without the time that runs, which two stations count from two moments."""
    return replace(view, timer=None)


def info_of(seat: Seat) -> TableInfo:
    return next(message.info for message in seat.received if isinstance(message, Welcome))


def fresh_picture(info: TableInfo, view: SeatView) -> bytes:
    """What a station that knows only this view shows."""
    station = Station(view, info=info, speed="instant")
    station.settle()
    return station.pixels()


def test_killed_in_any_state_it_shows_the_same_again(tmp_path: Path) -> None:
    living: Station | None = None
    shown = 0
    phases = set()
    for seat in played(tmp_path):
        updates = seat.updates
        if living is None:
            living = Station(_untimed(updates[0].view), info=info_of(seat), speed="normal")
            shown = 1
        for update in updates[shown:]:
            living.update(_untimed(update.view), *update.facts)
        shown = len(updates)
        living.settle()
        view = _untimed(updates[-1].view)
        phases.add(view.phase)
        assert living.pixels() == fresh_picture(info_of(seat), view), view.phase
    assert phases == {"betting", "insurance", "decisions", "result"}


@pytest.mark.parametrize("name", ["out_of_service", "reality_check", "award"])
def test_what_stands_over_the_table_stands_there_again(name: str) -> None:
    screen = screens(SETUP)[name]()
    one = Exhibit(SETUP, name, size=(960, 540))
    told = screen.updates[-1]
    info = one.app.info
    assert info is not None
    before = one.app.fresh_surface().get_buffer().raw
    one.close()
    station = Station(told.view, info=info, speed="instant")
    station.settle()
    assert station.app.fresh_surface().get_buffer().raw == before


def rounds(folder: Path) -> tuple[TableInfo, tuple[Update, ...]]:
    seat = list(played(folder))[-1]
    return info_of(seat), seat.updates


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[TableInfo, tuple[Update, ...]]:
    return rounds(tmp_path_factory.mktemp("played"))


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_bad_link_ends_at_the_last_view_that_came(
    told: tuple[TableInfo, tuple[Update, ...]], data: st.DataObject
) -> None:
    info, updates = told
    first = data.draw(st.integers(0, len(updates) - 6))
    window = updates[first : first + 6]
    order = data.draw(st.lists(st.integers(0, len(window) - 1), min_size=1, max_size=10))
    station = Station(speed="fast")
    station.version = window[0].version - 1
    station.connect(_untimed(window[0].view), info)
    for place in order:
        update = window[place]
        station.link.incoming.append(replace(update, view=_untimed(update.view)))
        station.wait(data.draw(st.sampled_from((0, 16, 200, 900))))
    station.settle()
    latest = _untimed(window[max((0, *order))].view)
    assert station.app.view == latest
    assert station.pixels() == fresh_picture(info, latest)

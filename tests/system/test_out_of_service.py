"""The host's process with a generator that may not be used: stations are told, and money stays."""

import os
import signal
import termios
import threading
import tty
from collections.abc import Iterator
from contextlib import suppress

import pytest

from table_app.vocabulary import commands as c
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import SeatView
from tests.system.floor import WAGERS, Floor

BLOCK_BYTES = 256


class PulledDevice:
    """A noise device of good samples, until it is pulled out."""

    def __init__(self) -> None:
        self._feeding, self._device = os.openpty()
        tty.setraw(self._device)
        self.path = os.ttyname(self._device)
        self._is_there = True
        self._thread = threading.Thread(target=self._feed)
        self._thread.start()

    def pull_out(self) -> None:
        """End the samples, those too that nobody has read yet."""
        self._is_there = False
        termios.tcflush(self._device, termios.TCIOFLUSH)
        self._thread.join()
        os.close(self._device)
        os.close(self._feeding)

    def end(self) -> None:
        """Whatever a failed test left."""
        if self._is_there:
            self.pull_out()

    def _feed(self) -> None:
        with suppress(OSError):
            while self._is_there:
                os.write(self._feeding, os.urandom(BLOCK_BYTES))


@pytest.fixture
def device() -> Iterator[PulledDevice]:
    fitted = PulledDevice()
    yield fitted
    fitted.end()


def views(floor: Floor) -> list[SeatView | None]:
    return [player.view for player in floor.players]


def tilts(floor: Floor) -> set[str | None]:
    return {view.tilt if view else None for view in views(floor)}


def end(floor: Floor) -> str:
    floor.process.send_signal(signal.SIGTERM)
    code, said = floor.finish()
    assert code == 0
    return said


@pytest.mark.parametrize(
    ("source", "why"),
    [("/dev/zero", "41 times in a row"), ("/dev/no-such-device", "No such file")],
)
def test_a_new_table_whose_noise_source_fails_is_out_of_service_on_every_screen(
    floor: Floor, source: str, why: str
) -> None:
    floor.make_keys()
    floor.start_command("--credit", "200", "--noise-source", source)
    floor.ready_port()
    floor.seat_players()
    floor.play(until=lambda: tilts(floor) == {"generator"})

    assert {(view.round, view.credit_cents, view.hands) for view in views(floor) if view} == {
        (0, 0, ())
    }
    said = end(floor)
    assert said.count("out of service, generator") == 1
    assert why in said


def test_a_table_keeps_its_credit_while_its_generator_may_not_be_used(floor: Floor) -> None:
    floor.make_keys()
    floor.start_command("--credit", "200")
    floor.ready_port()
    floor.seat_players()
    floor.play(until=lambda: floor.round >= 2)
    end(floor)
    floor.start_command("--credit", "200", "--noise-source", "/dev/zero")
    floor.ready_port()
    floor.play(until=lambda: tilts(floor) == {"generator"})

    player = floor.players[0]
    kept = player.view
    assert kept is not None
    assert kept.credit_cents + kept.total_bet_cents > 0
    number = player.link.send(c.SetWagers(1, 2**60, WAGERS))
    player.asked[number] = c.SetWagers(1, 2**60, WAGERS)
    floor.play(until=lambda: number in player.answers)
    assert player.answers[number] == Refusal("out_of_service")
    end(floor)

    floor.start_command("--credit", "200", "--noise-source", "/dev/urandom")
    floor.ready_port()
    floor.play(until=lambda: tilts(floor) == {None} and floor.round > kept.round + 1)
    end(floor)


def test_a_device_that_is_pulled_out_in_service_stops_the_table(
    floor: Floor, device: PulledDevice
) -> None:
    floor.make_keys()
    floor.start_command("--credit", "200", "--noise-source", device.path, "--noise-entropy", "8")
    floor.ready_port()
    floor.seat_players()
    floor.play(until=lambda: floor.round >= 2)
    device.pull_out()
    floor.play(until=lambda: tilts(floor) == {"generator"})

    said = end(floor)
    assert "the noise source cannot be read" in said
    assert said.count("out of service, generator") == 1

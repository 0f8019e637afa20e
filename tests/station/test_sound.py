"""The station's sound: soft by itself, alone in its process, and never waited for."""

import os
import select
import signal
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pygame
import pytest

from table_app.station.mixer import RETRY_S, STALLED_S, Mixer
from table_app.station.sound import COMMAND, UNANSWERED_MAX, Speaker, Times
from table_app.station.sound_process import SoundProcess
from table_app.station.sounds import FULL_SCALE, SAMPLES_PER_SECOND, SOUNDS, Sound, pcm, seconds

DEADLINE_S = 10.0
POLL_S = 0.002
TIMES = Times(
    first_start_ms=0,
    start_ms=60_000,
    ping_ms=20,
    answer_ms=60_000,
    pause_ms=1,
    pause_ms_max=4,
    healthy_ms=60_000,
)
PYTHON = (sys.executable, "-I", "-S", "-c")
ENDS_AT_ONCE = (*PYTHON, "print('ok')")
READS_NOTHING = (*PYTHON, "while True: print('ok', flush=True)")
ANSWERS_NOTHING = (*PYTHON, "print('ok', flush=True); import time; time.sleep(60)")
PARENT = """
import time
from table_app.station.sound import Speaker, Times
speaker = Speaker(times=Times(first_start_ms=0))
for now_ms in range(10_000):
    speaker.tend(now_ms)
    if speaker.state == "on":
        print(speaker._child._process.pid, flush=True)
    time.sleep(0.002)
"""
HANGS = """
import time
from table_app.station.sound_process import ended_if_hung
with ended_if_hung(0.05):
    time.sleep(60)
"""


class Room:
    """A speaker and the clock it is tended by, which runs only here."""

    def __init__(self, times: Times = TIMES, command: tuple[str, ...] = COMMAND) -> None:
        self.speaker = Speaker(times=times, command=command)
        self.now_ms = 0

    def tend(self, passed_ms: int = 1) -> None:
        self.now_ms += passed_ms
        self.speaker.tend(self.now_ms)

    def tend_until(self, is_so: Callable[[], bool]) -> None:
        late_s = time.monotonic() + DEADLINE_S
        while not is_so():
            assert time.monotonic() < late_s
            self.tend()
            time.sleep(POLL_S)

    def tend_until_it_is(self, state: str) -> None:
        self.tend_until(lambda: self.is_(state))

    def tend_until_it_answered(self) -> None:
        """Until a ping was sent and answered, and none is under way."""
        self.tend_until(lambda: self.speaker._answer_due_ms is not None)
        self.tend_until(lambda: self.speaker._answer_due_ms is None)

    def is_(self, state: str) -> bool:
        return self.speaker.state == state

    @property
    def pid(self) -> int | None:
        child = self.speaker._child
        return None if child is None else child._process.pid


@pytest.fixture
def open_room() -> Iterator[Callable[..., Room]]:
    rooms: list[Room] = []

    def open_one(times: Times = TIMES, command: tuple[str, ...] = COMMAND) -> Room:
        rooms.append(Room(times, command))
        return rooms[-1]

    yield open_one
    for room in rooms:
        room.speaker.close()


@pytest.fixture
def dummy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture
def mixer_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A mixer in this process, whose clock and driver the test holds."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.display.init()
    yield
    pygame.mixer.quit()


def _samples(sound: Sound) -> "array[int]":
    return array("h", pcm(sound))


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_sound_is_soft_and_neither_begins_nor_ends_with_a_click(sound: Sound) -> None:
    samples = _samples(sound)
    edge = SAMPLES_PER_SECOND // 1000 // 4

    assert samples[0] == samples[-1] == 0
    assert max(map(abs, samples[:edge])) < FULL_SCALE // 50
    assert max(map(abs, samples[-edge:])) < FULL_SCALE // 1000
    assert FULL_SCALE // 10 < max(map(abs, samples)) <= FULL_SCALE * 3 // 10


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_sound_has_its_length(sound: Sound) -> None:
    assert len(_samples(sound)) == pytest.approx(seconds(sound) * SAMPLES_PER_SECOND, abs=1)
    assert seconds(sound) <= (2.5 if sound == "win_3" else 1.5)


def test_sounds_are_told_apart_and_computed_once() -> None:
    assert all(pcm(one) != pcm(other) for one, other in combinations(SOUNDS, 2))
    assert all(pcm(sound) is pcm(sound) for sound in SOUNDS)


def test_a_greater_win_sounds_longer_and_no_softer() -> None:
    wins: tuple[Sound, ...] = ("win_1", "win_2", "win_3")

    assert all(seconds(less) < seconds(more) for less, more in pairwise(wins))
    assert all(max(_samples(less)) <= max(_samples(more)) for less, more in pairwise(wins))


def test_what_is_asked_for_is_what_the_device_gets(tmp_path: Path) -> None:
    file = tmp_path / "heard"
    drivers = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(file), "SDL_DISKAUDIODELAY": "1"}
    process = _process(drivers)
    assert process.stdin is not None
    process.stdin.write(b"play bets_closed 10\n")

    late_s = time.monotonic() + DEADLINE_S
    while not (file.exists() and pcm("bets_closed") in file.read_bytes()):
        assert time.monotonic() < late_s
        time.sleep(POLL_S)

    _end(process)


def test_the_process_says_what_it_found_and_answers_each_line() -> None:
    said, _ = _process({"SDL_AUDIODRIVER": "dummy"}).communicate(
        b"ping\nplay chip 3\nplay teapot 3\nplay card 99\nping\n"
    )

    assert said.splitlines() == [b"ok", b"pong", b"ok", b"unknown: play teapot 3", b"ok", b"pong"]


def test_without_a_device_the_process_is_silent_and_lives() -> None:
    said, _ = _process({"SDL_AUDIODRIVER": "teapot"}).communicate(b"play chip 3\nping\n")

    silent = b"silent Audio target 'teapot' not available"
    assert said.splitlines() == [silent, silent, b"pong"]


def test_the_process_ends_when_its_input_does() -> None:
    process = _process({"SDL_AUDIODRIVER": "dummy"})
    assert process.stdout is not None
    process.stdout.readline()

    assert _end(process) == 0


def test_a_mixer_that_hangs_ends_the_process_even_without_a_parent() -> None:
    hung = subprocess.run(
        (sys.executable, "-c", HANGS), env={"PYTHONPATH": ":".join(sys.path)}, check=False
    )

    assert hung.returncode == -signal.SIGALRM


@pytest.mark.usefixtures("mixer_here")
def test_a_silent_process_finds_the_device_that_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s, said = [0.0], list[str]()
    process = SoundProcess(said.append, lambda: now_s[0])
    monkeypatch.setenv("SDL_AUDIODRIVER", "teapot")
    process.start()
    assert process.idle_s() == RETRY_S

    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    now_s[0] = RETRY_S
    assert process.idle_s() == 0
    process.idle()

    assert said == ["silent Audio target 'teapot' not available", "ok"]


@pytest.mark.usefixtures("mixer_here")
def test_a_process_is_idle_once_its_sounds_are_loaded() -> None:
    process = SoundProcess(lambda _: None, lambda: 0.0)
    process.start()

    for _ in SOUNDS:
        assert process.idle_s() == 0
        process.idle()

    assert process.idle_s() is None


@pytest.mark.usefixtures("mixer_here")
def test_a_mixer_that_stands_still_is_noticed() -> None:
    now_s = [0.0]
    mixer = Mixer(lambda: now_s[0])
    mixer.open()
    mixer.play("win_3", 1)
    pygame.mixer.pause()

    now_s[0] = seconds("win_3") + STALLED_S
    assert mixer.failure() is None
    now_s[0] += 1

    assert mixer.failure() == "the mixer stands still"


@pytest.mark.usefixtures("mixer_here")
@pytest.mark.parametrize(("device", "failure"), [(0, None), (2, "the audio device was unplugged")])
def test_only_the_device_in_use_is_missed(device: int, failure: str | None) -> None:
    mixer = Mixer(lambda: 0.0)
    mixer.open()
    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=device, iscapture=0))

    assert mixer.failure() == failure


@pytest.mark.usefixtures("mixer_here")
def test_a_process_that_can_no_longer_be_heard_says_so_and_ends() -> None:
    said = list[str]()
    process = SoundProcess(said.append, lambda: 0.0)
    process.start()
    pygame.event.post(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0))

    assert not process.answer("ping")
    assert said == ["ok", "silent the audio device was unplugged"]


@pytest.mark.usefixtures("dummy")
def test_a_speaker_comes_on_plays_and_stays_on(open_room: Callable[..., Room]) -> None:
    room = open_room()
    assert room.is_("off")
    room.tend()
    assert room.is_("starting")
    room.tend_until_it_is("on")

    room.speaker.play("card", 5)
    assert room.speaker._unanswered == 1
    room.tend_until(lambda: room.speaker._unanswered == 0)
    room.tend_until_it_answered()

    assert room.is_("on")
    assert not room.speaker.reason


def test_without_a_device_a_speaker_is_silent_and_says_why(
    open_room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "teapot")
    room = open_room()

    room.tend_until_it_is("silent")
    room.speaker.play("card", 5)
    room.tend_until_it_answered()

    assert room.is_("silent")
    assert "teapot" in room.speaker.reason


def test_nothing_is_started_before_the_first_picture(open_room: Callable[..., Room]) -> None:
    room = open_room(Times(), ANSWERS_NOTHING)

    room.tend(1_000_000)
    room.tend(Times().first_start_ms - 1)
    assert room.pid is None
    room.tend(1)

    assert room.pid is not None


@pytest.mark.usefixtures("dummy")
def test_a_process_that_stands_still_is_replaced(open_room: Callable[..., Room]) -> None:
    room = open_room()
    room.tend_until_it_is("on")
    room.tend_until_it_answered()
    stopped = room.pid
    assert stopped is not None
    os.kill(stopped, signal.SIGSTOP)
    room.tend(TIMES.ping_ms)
    room.tend(TIMES.answer_ms - 1)
    assert room.is_("on")

    room.tend()
    assert room.is_("off")
    assert room.speaker.reason == "the sound process does not answer"
    room.tend_until_it_is("on")

    assert room.pid != stopped
    assert not _is_there(stopped)


@pytest.mark.usefixtures("dummy")
def test_a_process_that_was_killed_comes_back(open_room: Callable[..., Room]) -> None:
    room = open_room()
    room.tend_until_it_is("on")
    killed = room.pid
    assert killed is not None

    os.kill(killed, signal.SIGKILL)
    room.tend_until_it_is("off")
    room.tend_until_it_is("on")

    assert room.pid != killed


def test_a_process_that_never_says_a_word_is_given_up(open_room: Callable[..., Room]) -> None:
    room = open_room(command=(*PYTHON, "import time; time.sleep(60)"))
    room.tend()
    room.tend(TIMES.start_ms - 1)
    assert room.is_("starting")

    room.tend()

    assert room.is_("off")


def test_a_command_that_does_not_exist_is_no_more_than_silence(
    open_room: Callable[..., Room],
) -> None:
    room = open_room(command=("/there/is/no/such/command",))

    for _ in range(20):
        room.tend()
        room.speaker.play("card", 5)

    assert room.is_("off")
    assert "cannot be started" in room.speaker.reason


def test_pauses_between_restarts_grow_up_to_their_limit(open_room: Callable[..., Room]) -> None:
    room = open_room(command=("/there/is/no/such/command",))
    starts = list[int]()
    for _ in range(20):
        room.tend()
        if room.speaker._start_at_ms not in starts:
            starts.append(room.speaker._start_at_ms or 0)

    pauses = [later - earlier for earlier, later in pairwise(starts)]

    assert pauses[:4] == [2, 4, 4, 4]


def test_a_process_that_was_well_for_long_comes_back_at_once(
    open_room: Callable[..., Room],
) -> None:
    room = open_room(command=ANSWERS_NOTHING)
    room.speaker._pause_ms = TIMES.pause_ms_max
    room.tend_until_it_is("on")
    room.tend(TIMES.healthy_ms)
    room.tend(TIMES.answer_ms)
    assert room.is_("off")

    room.tend_until(lambda: room.pid is None)

    assert room.speaker._start_at_ms == room.now_ms + TIMES.pause_ms


def test_sounds_that_are_not_answered_are_dropped(open_room: Callable[..., Room]) -> None:
    room = open_room(command=ANSWERS_NOTHING)
    room.tend_until_it_is("on")

    for _ in range(10_000):
        room.speaker.play("card", 5)

    assert room.speaker._unanswered == UNANSWERED_MAX


def test_a_full_pipe_makes_nobody_wait(open_room: Callable[..., Room]) -> None:
    room = open_room(command=READS_NOTHING)
    room.tend_until_it_is("on")
    child = room.speaker._child
    assert child is not None

    with pytest.raises(BlockingIOError):
        _write_for_ever(child._requests.fileno())

    for _ in range(1_000):
        room.speaker.play("card", 5)
        room.tend()

    assert room.is_("on")
    assert room.speaker._unanswered == 0


def test_volume_0_asks_for_nothing(open_room: Callable[..., Room]) -> None:
    room = open_room(command=ANSWERS_NOTHING)
    room.tend_until_it_is("on")

    room.speaker.play("win_1", 0)

    assert room.speaker._unanswered == 0


def test_a_closed_speaker_stays_off(open_room: Callable[..., Room]) -> None:
    room = open_room(command=ANSWERS_NOTHING)
    room.tend_until_it_is("on")
    child = room.pid
    assert child is not None

    room.speaker.close()
    room.speaker.close()
    room.speaker.play("card", 5)
    room.tend(1_000_000)

    assert room.is_("off")
    assert not _is_there(child)


def test_twenty_restarts_leave_no_process_and_no_descriptor(
    open_room: Callable[..., Room],
) -> None:
    open_before = len(list(Path("/dev/fd").iterdir()))
    room = open_room(command=ENDS_AT_ONCE)
    seen = set[int]()

    def has_restarted_often() -> bool:
        seen.update({room.pid} if room.pid is not None else ())
        return len(seen) > 20

    room.tend_until(has_restarted_often)
    room.speaker.close()

    assert not any(map(_is_there, seen))
    assert len(list(Path("/dev/fd").iterdir())) == open_before


@pytest.mark.skipif(sys.platform != "linux", reason="a pidfd tells the end of a stranger's child")
def test_the_process_ends_with_a_station_that_was_killed() -> None:
    parent = subprocess.Popen(
        (sys.executable, "-c", PARENT),
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": ":".join(sys.path), "SDL_AUDIODRIVER": "dummy"},
    )
    assert parent.stdout is not None
    child = os.pidfd_open(int(parent.stdout.readline()))
    ends = select.poll()
    ends.register(child, select.POLLIN)
    assert not ends.poll(0)

    parent.kill()

    assert ends.poll(DEADLINE_S * 1000)
    os.close(child)
    parent.communicate()


def _write_for_ever(pipe: int) -> None:
    while True:
        os.write(pipe, b"x" * select.PIPE_BUF)


def _process(environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        env={"PYTHONPATH": ":".join(sys.path), **environment},
    )


def _end(process: "subprocess.Popen[bytes]") -> int:
    process.communicate()
    return process.returncode


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

"""The station's memory and descriptors stay flat over a hundred thousand frames."""

import os
from pathlib import Path

import pytest

from table_app.station.sound import Speaker
from tests.station.station import Station
from tests.station.test_restart import info_of, played

FRAMES = 100_000
WARM_FRAMES = 20_000
GROWTH_KIB_MAX = 4_096
PAGE_KIB = os.sysconf("SC_PAGESIZE") // 1024 if hasattr(os, "sysconf") else 4


def resident_kib() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_KIB


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.proof
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's own figures")
def test_memory_and_descriptors_stay_flat(tmp_path: Path) -> None:
    seat = list(played(tmp_path))[-1]
    updates = seat.updates
    station = Station(updates[0].view, info=info_of(seat), speed="fast")
    speaker = Speaker()
    frames, told, warm = 0, 0, (0, 0)
    while frames < FRAMES:
        update = updates[told % len(updates)]
        told += 1
        station.update(update.view, *update.facts)
        for _ in range(60):
            station.wait(16)
        speaker.tend(station.now_ms)
        speaker.play("card", 5)
        frames += 61
        if warm == (0, 0) and frames >= WARM_FRAMES:
            warm = (resident_kib(), descriptors())
    grown = resident_kib() - warm[0]
    assert descriptors() == warm[1]
    assert grown < GROWTH_KIB_MAX, f"{grown} KiB in {FRAMES - WARM_FRAMES} frames"
    speaker.close()
    assert station.app.view == updates[(told - 1) % len(updates)].view

"""Nothing that lies where a file should be keeps the check waiting: it is named."""

import os
import queue
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from table_app.errors import BadInputError
from table_app.host.software import SoftwareWatch
from table_app.host.tilts import Failed, Finding
from table_app.release import history, keys
from table_app.release.verifier import Checked, Verifier
from tests.release.releases import TRUSTED, Release, put_back

IN_TIME_S = 10.0


def test_a_pipe_in_place_of_the_manifest_is_named(release: Release, tmp_path: Path) -> None:
    pipe = tmp_path / "release.manifest"
    os.mkfifo(pipe)

    with pytest.raises(BadInputError, match=f"{pipe}: not a plain file"):
        Verifier(release.places, pipe, TRUSTED).check()


@pytest.mark.parametrize("strange", ["/dev/zero", "pipe"])
def test_no_key_is_read_from_a_pipe_or_a_device(tmp_path: Path, strange: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    path = tmp_path / strange

    with pytest.raises(BadInputError, match=f"{path}: not a plain file"):
        keys.load_public(path)


def test_a_pipe_in_place_of_the_record_of_changes_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / history.HISTORY_FILE)

    with pytest.raises(BadInputError, match="software_history: not a plain file"):
        history.remember(tmp_path, fingerprint="ab", version="1", now=datetime.now(UTC))


def test_the_same_manifest_elsewhere_is_as_good_and_another_beside_it_is_stray(
    release: Release, tmp_path: Path
) -> None:
    copy = tmp_path / "what the maker sent"
    copy.write_bytes(release.manifest_file.read_bytes())
    verifier = Verifier(release.places, copy, TRUSTED)
    assert verifier.check().disagreements == ()

    with put_back(release.manifest_file):
        release.manifest_file.write_text("another")
        found = verifier.check().disagreements

    assert [str(each) for each in found] == ["stray: table_app/release.manifest"]


class Hanging(Verifier):
    """It does not come back until it is let go."""

    let_go = threading.Event()

    def check(self) -> Checked:
        self.let_go.wait(IN_TIME_S)
        return super().check()


def test_a_check_that_does_not_end_takes_the_table_out_of_service(
    release: Release, tmp_path: Path
) -> None:
    hanging = Hanging(release.places, release.manifest_file, TRUSTED)
    told: queue.SimpleQueue[Finding] = queue.SimpleQueue()

    SoftwareWatch(hanging, tmp_path, every_s=60.0, check_s_max=0.05).start(told.put)

    assert told.get(timeout=IN_TIME_S) == Failed("software", "not verified yet since the start")
    late = told.get(timeout=IN_TIME_S)
    hanging.let_go.set()
    assert late == Failed("software", "the check did not end within 0.05 s")

"""The software of real hosts: verified, or no play, and the file is named."""

import json
import marshal
import os
import py_compile
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from table_app.link import client, limits
from table_app.release import history
from tests.release.releases import ROOT, cache_of, dropped, put_back
from tests.system.floor import Floor
from tests.system.released import Released


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    return Released(tmp_path_factory.mktemp("released").resolve())


@pytest.fixture
def table(released: Released, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    """A table that trusts the release's key."""
    monkeypatch.setattr(client, "RECONNECT_MAX_S", limits.RECONNECT_FIRST_S)
    opened = Floor(tmp_path, python=str(released.python), source=released.site)
    opened.make_keys()
    released.must("keys", "trust", str(released.public_key), "--keys", str(opened.keys))
    try:
        yield opened
    finally:
        opened.close()


def begin(table: Floor, *options: str) -> None:
    table.start_command("--credit", "200", *options)
    table.ready_port()


def tilts(table: Floor) -> set[str | None]:
    return {player.view.tilt if player.view else "no view" for player in table.players}


def end(table: Floor) -> str:
    table.process.send_signal(signal.SIGTERM)
    code, said = table.finish()
    assert code == 0
    return said


def credits_cents(table: Floor) -> list[int]:
    views = [player.view for player in table.players]
    return [view.credit_cents + view.total_bet_cents for view in views if view]


def is_stopped(table: Floor) -> Callable[[], bool]:
    return lambda: tilts(table) == {"software"}


def is_dealing_round(table: Floor, number: int) -> Callable[[], bool]:
    return lambda: tilts(table) == {None} and table.round >= number


def test_changed_software_is_found_on_demand_and_stops_play_until_a_start_that_finds_nothing(
    released: Released, table: Floor
) -> None:
    changed = released.site / "babel" / "core.py"
    begin(table)
    table.seat_players()
    table.play(until=is_dealing_round(table, 2))

    with put_back(changed):
        changed.write_text(changed.read_text() + "\n")
        table.process.send_signal(signal.SIGUSR1)
        table.play(until=is_stopped(table))
        kept, number = credits_cents(table), table.round
    said = end(table)
    assert "software: changed: babel/core.py\n" in said
    assert said.count("out of service, software: not what the maker signed") == 1
    assert sum(kept) > 0

    with put_back(changed):
        changed.write_text(changed.read_text() + "\n")
        begin(table)
        table.play(until=lambda: "software: changed: babel/core.py\n" in table.said)
        table.play(until=lambda: credits_cents(table) == kept and is_stopped(table)())
    table.process.send_signal(signal.SIGUSR1)
    table.play(until=lambda: "caches agree" in table.said)
    assert is_stopped(table)()
    assert table.round == number
    assert "is in order again" not in end(table)

    begin(table)
    table.play(until=is_dealing_round(table, number + 1))
    assert "files and" in end(table)
    assert [each.old for each in history.changes(table.data)] == [""]


def test_a_stray_file_stops_a_running_table_within_one_cycle(
    released: Released, table: Floor
) -> None:
    begin(table, "--verify-every", "1")
    table.seat_players()
    table.play(until=is_dealing_round(table, 2))

    with dropped(released.site / "startup.pth", b"import os\n"):
        table.play(until=is_stopped(table))

    assert "software: stray: startup.pth\n" in end(table)


def test_a_file_that_puts_itself_back_is_found_before_it_runs(
    released: Released, tmp_path: Path
) -> None:
    """Its cache prints, and leaves the genuine one behind."""
    source = released.site / "table_app" / "rng" / "sampling.py"
    cache = cache_of(source)
    py_compile.compile(str(source), cfile=str(cache), doraise=True)
    genuine = tmp_path / "genuine"
    genuine.write_bytes(cache.read_bytes())
    text = f"import shutil\nshutil.copy({str(genuine)!r}, {str(cache)!r})\nprint('IT RUNS')\n"
    forged = cache.read_bytes()[:16] + marshal.dumps(compile(text, str(source), "exec"))
    cache.write_bytes(forged)

    first = released.run_python("-I", "-m", "table_app.release", str(released.public_key))
    kept = cache.read_bytes()
    cache.write_bytes(genuine.read_bytes())
    again = released.run_python("-I", "-m", "table_app.release", str(released.public_key))

    name = cache.relative_to(released.site).as_posix()
    assert (first.returncode, first.stderr) == (1, "")
    assert first.stdout == f"changed: {name} (holds other code than its source)\n"
    assert kept == forged
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


@pytest.mark.parametrize("words", [(), ("/no/such/key",), ("a", "b")])
def test_a_first_check_without_a_key_is_bad_usage(
    released: Released, words: tuple[str, ...]
) -> None:
    said = released.run_python("-I", "-m", "table_app.release", *words)

    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("place", ["manifest", "history"])
def test_a_pipe_in_place_of_a_file_does_not_blind_a_running_table(
    released: Released, table: Floor, place: str
) -> None:
    begin(table, "--verify-every", "1")
    table.seat_players()
    table.play(until=is_dealing_round(table, 2))
    path = {"manifest": released.manifest, "history": table.data / history.HISTORY_FILE}[place]

    with put_back(path):
        path.unlink()
        os.mkfifo(path)
        table.play(until=is_stopped(table))
        assert f"software: cannot be verified: {path}: not a plain file" in end(table)


def test_a_request_to_check_never_ends_a_table_that_is_starting(table: Floor) -> None:
    table.start_command()
    status = Path(f"/proc/{table.process.pid}/status")
    table.play(until=lambda: ignores_requests(status))
    while "caches agree" not in table.said:
        table.process.send_signal(signal.SIGUSR1)
        time.sleep(0.05)

    end(table)


def ignores_requests(status: Path) -> bool:
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("SigIgn:"))
    return bool(int(line.split()[1], 16) >> (signal.SIGUSR1 - 1) & 1)


def test_a_record_of_changes_that_cannot_be_read_hides_no_stray_file(
    released: Released, tmp_path: Path
) -> None:
    (tmp_path / history.HISTORY_FILE).write_text("garbage\n")
    words = ("verify-software", "--key", str(released.public_key), "--data", str(tmp_path))

    unreadable = released.run(*words, "--history")
    with dropped(released.site / "stray.py", b""):
        stray = released.run(*words, "--history")

    assert (unreadable.returncode, unreadable.stderr.count("\n")) == (2, 1)
    assert "move it away and keep it" in unreadable.stderr
    assert stray.returncode == 1
    assert "stray: stray.py\n" in stray.stdout


def test_a_manifest_that_was_signed_by_another_stops_the_table(
    released: Released, table: Floor, tmp_path: Path
) -> None:
    other = tmp_path / "other_key"
    released.must("release", "key", "--out", str(other))
    with put_back(released.manifest):
        released.must("release", "sign", "--key", str(other))
        begin(table)
        table.seat_players()
        table.play(until=lambda: "cannot be verified" in table.said)
        table.play(until=is_stopped(table))
        said = end(table)

    assert "release.manifest: the note has no signature of table-app-release" in said
    assert "is in order again" not in said


def test_a_demo_table_without_a_manifest_plays_and_says_that_nothing_is_verified(
    released: Released, table: Floor
) -> None:
    with put_back(released.manifest):
        released.manifest.unlink()
        begin(table)
        table.seat_players()
        table.process.send_signal(signal.SIGUSR1)
        table.play(until=is_dealing_round(table, 2))
        said = end(table)

    assert said.count("DEMO: the software is not verified: there is no manifest") == 1


@pytest.mark.parametrize(
    ("lost", "why"), [("manifest", "there is no manifest"), ("key", "keys trust FILE")]
)
def test_a_table_for_money_does_not_open_on_software_that_cannot_be_verified(
    released: Released, table: Floor, lost: str, why: str
) -> None:
    path = {"manifest": released.manifest, "key": table.keys / "release.pub"}[lost]
    text = table.table_file.read_text()
    table.table_file.write_text(text.replace("demo = true", "demo = false"))
    with put_back(path):
        path.unlink()
        table.start_command()
        code, said = table.finish()

    assert code == 2
    assert said.count("\n") == 1
    assert why in said
    assert "demo = false" in said
    assert not table.data.exists()


def test_verify_software_tells_what_agrees_and_names_what_does_not(released: Released) -> None:
    key = ("--key", str(released.public_key))
    agrees = released.run("verify-software", *key)
    assert agrees.returncode == 0
    assert agrees.stdout.endswith("everything agrees\n")

    stray = [released.site / f"stray_{number:02}.py" for number in range(25)]
    for path in stray:
        path.touch()
    try:
        disagrees = released.run("verify-software", *key)
    finally:
        for path in stray:
            path.unlink()
    assert disagrees.returncode == 1
    lines = disagrees.stdout.splitlines()
    assert [line for line in lines if line.startswith("stray: ")] == [
        f"stray: {path.name}" for path in stray[:20]
    ]
    assert lines[-2:] == ["and 5 more; --json names them all", "DISAGREES"]


def test_verify_software_without_a_trusted_key_or_manifest_is_bad_usage(
    released: Released, tmp_path: Path
) -> None:
    no_key = released.run("verify-software", "--data", str(tmp_path))
    assert (no_key.returncode, no_key.stderr.count("\n")) == (2, 1)
    assert "keys trust" in no_key.stderr

    manifest = tmp_path / "release.manifest"
    manifest.write_text("nothing")
    key = ("--key", str(released.public_key))
    bad = released.run("verify-software", *key, "--manifest", str(manifest))
    assert (bad.returncode, bad.stderr.count("\n")) == (2, 1)
    assert "not a signed note" in bad.stderr


def test_a_module_of_the_environment_that_hides_itself_does_not_run_in_a_release(
    released: Released, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        f"import json, sys; sys.path.remove({str(tmp_path)!r}); json.dumps = lambda *_: 'forged'\n"
    )
    key = ("--key", str(released.public_key))

    said = released.run("verify-software", "--json", *key, PYTHONPATH=str(tmp_path))

    assert said.returncode == 0
    assert json.loads(said.stdout)["agrees"] is True


def test_a_release_that_was_started_open_to_the_environment_does_not_agree(
    released: Released,
) -> None:
    program = "from table_app.cli import main; main()"
    words = ("verify-software", "--key", str(released.public_key))

    said = released.run_python("-P", "-c", program, *words)

    assert said.returncode == 1
    why = "the environment may have changed it: start it with `python -I`"
    assert f"changed: {released.python} ({why})\n" in said.stdout


def test_a_release_keeps_its_assertions_whatever_the_environment_says(released: Released) -> None:
    key = ("--key", str(released.public_key))
    assert released.run("verify-software", *key, PYTHONOPTIMIZE="1").returncode == 0

    refused = released.run_python("-I", "-O", "-m", "table_app", "verify-software", *key)

    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "table-app: Python runs without assertions: unset PYTHONOPTIMIZE, start without -O\n"
    )


@pytest.mark.skipif(
    shutil.which("openssl") is None or shutil.which("sha256sum") is None,
    reason="the outside check is made with openssl and sha256sum",
)
def test_a_stranger_checks_files_and_signature_without_us(
    released: Released, tmp_path: Path
) -> None:
    shown = (ROOT / "table_app" / "release" / "README.md").read_text(encoding="utf-8")
    lines = shown.split("```sh\n")[1].split("```")[0]
    script = "set -e\n" + lines.replace(
        "table_app/release.manifest", str(released.manifest)
    ).replace("release_key.pub", str(released.public_key)).replace(
        "| sha256sum", f"| (cd {released.site} && sha256sum"
    ).replace("--strict", "--strict)")

    def check() -> int:
        return subprocess.run(["sh", "-c", script], cwd=tmp_path, check=False).returncode

    assert check() == 0
    changed = released.site / "table_app" / "config" / "tables" / "demo.toml"
    with put_back(changed):
        changed.write_text(changed.read_text() + "\n")
        assert check() != 0
    with put_back(released.manifest):
        text = released.manifest.read_text(encoding="utf-8")
        released.manifest.write_text(text.replace("release 0", "release 9"), encoding="utf-8")
        assert check() != 0


@pytest.mark.proof
def test_a_robot_plays_on_verified_software(released: Released, tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    released.must("play", "--headless", "--rounds", "1", "--data", data)
    released.must("keys", "trust", str(released.public_key), "--data", data)

    played = released.run("play", "--headless", "--data", data)

    assert played.returncode == 0
    assert "everything agrees" in played.stdout
    assert "caches agree" in played.stderr
    assert "software is in order again" in played.stderr

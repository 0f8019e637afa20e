"""Whatever is changed, taken away or added is named, and nothing else."""

import os
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_app.errors import BadInputError
from tests.release.releases import Release, dropped, put_back

EXAMPLES = settings(max_examples=25, deadline=None)
A_FILE = st.integers(0, 10**6)
"""The how-manieth, modulo what there is."""

ENDINGS = (
    ".py",
    ".pth",
    ".so",
    ".pyc",
    ".toml",
    ".egg-link",
    ".cpython-311-x86_64-linux-gnu.so",
    "",
)
BASES = st.text(string.ascii_letters + string.digits + "_ äλ", min_size=1, max_size=12)


def test_what_was_signed_agrees_and_is_counted(release: Release) -> None:
    checked = release.verifier.check()

    assert checked.disagreements == ()
    assert checked.files == len(release.files()) > 200
    assert checked.caches == len(release.sources) + 1
    assert checked.version == "1.2.3"


@EXAMPLES
@given(A_FILE, st.data())
def test_one_other_bit_is_named(release: Release, number: int, data: st.DataObject) -> None:
    files = [path for path in release.files() if path.stat().st_size]
    path = files[number % len(files)]
    content = bytearray(path.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))

    with put_back(path):
        path.write_bytes(content)
        assert release.found() == {("changed", release.name(path))}


@EXAMPLES
@given(A_FILE, st.data())
def test_a_file_that_is_cut_off_is_named(
    release: Release, number: int, data: st.DataObject
) -> None:
    files = [path for path in release.files() if path.stat().st_size]
    path = files[number % len(files)]

    with put_back(path):
        os.truncate(path, data.draw(st.integers(0, path.stat().st_size - 1)))
        assert release.found() == {("changed", release.name(path))}


@EXAMPLES
@given(A_FILE)
def test_a_file_that_is_gone_is_named(release: Release, number: int) -> None:
    files = [path for path in release.files() if path.name != "METADATA"]
    path = files[number % len(files)]

    with put_back(path):
        path.unlink()
        assert release.found() == {("missing", release.name(path))}


def test_a_distribution_without_its_metadata_has_stray_notes(release: Release) -> None:
    metadata = release.site / "dependency-1.0.dist-info" / "METADATA"
    notes = [metadata.with_name(name) for name in ("INSTALLER", "RECORD")]

    with put_back(metadata):
        metadata.unlink()
        assert release.found() == {
            ("missing", release.name(metadata)),
            *(("stray", release.name(note)) for note in notes),
        }


@EXAMPLES
@given(A_FILE)
def test_a_name_in_another_case_is_another_file(release: Release, number: int) -> None:
    files = [path for path in release.files() if path.name != "METADATA"]
    path = files[number % len(files)]
    other = path.with_name(path.name.swapcase())

    with put_back(path), dropped(other, path.read_bytes()):
        path.unlink()
        assert release.found() == {
            ("missing", release.name(path)),
            ("stray", release.name(other)),
        }


@EXAMPLES
@given(A_FILE)
def test_a_link_to_the_very_same_content_is_no_file_of_the_release(
    release: Release, number: int
) -> None:
    files = release.files()
    path = files[number % len(files)]
    elsewhere = release.root.parent / "elsewhere"

    with put_back(path), dropped(elsewhere, path.read_bytes()):
        path.unlink()
        path.symlink_to(elsewhere)
        assert release.found() == {("changed", release.name(path))}


@EXAMPLES
@given(A_FILE, BASES, st.sampled_from(ENDINGS))
def test_a_file_that_does_not_belong_there_is_named(
    release: Release, number: int, base: str, ending: str
) -> None:
    folders = release.folders()
    path = folders[number % len(folders)] / f"stray {base}{ending}"

    with dropped(path, b"import os\n"):
        assert release.found() == {("stray", release.name(path))}


@pytest.mark.parametrize("name", ["stray/__init__.py", "__pycache__/x/y.py", "a.dist-info/RECORD"])
def test_a_package_that_does_not_belong_there_is_named(release: Release, name: str) -> None:
    path = release.site / name

    with dropped(path, b""):
        assert release.found() == {("stray", release.name(path))}


def test_what_an_installer_wrote_down_may_differ_but_only_that(release: Release) -> None:
    record = release.site / "dependency-1.0.dist-info" / "RECORD"
    entry_points = record.with_name("entry_points.txt")

    with put_back(record):
        record.write_text("other words\n")
        assert release.found() == set()
    with dropped(entry_points, b"[pydantic]\nx = y\n"):
        assert release.found() == {("stray", release.name(entry_points))}


def test_a_link_to_a_folder_is_named_and_not_followed(release: Release) -> None:
    link = release.site / "everything"
    link.symlink_to("/")
    try:
        assert release.found() == {("stray", release.name(link))}
    finally:
        link.unlink()


def test_a_pipe_is_named_and_not_waited_for(release: Release) -> None:
    pipe = release.site / "pipe.py"
    os.mkfifo(pipe)
    try:
        assert release.found() == {("stray", release.name(pipe))}
    finally:
        pipe.unlink()


def test_a_whole_folder_that_is_gone_is_named_with_each_of_its_files(release: Release) -> None:
    folder, away = release.root / "config", release.root / "away"
    files = [release.name(path) for path in release.files() if folder in path.parents]
    folder.rename(away)
    try:
        assert release.found() == {("stray", "config"), *(("missing", name) for name in files)}
    finally:
        away.rename(folder)


def test_a_name_that_could_write_on_a_terminal_is_told_in_one_line(release: Release) -> None:
    path = release.site / "two\nlines \x1b[2J\udcff.py"

    with dropped(path, b""):
        (disagreement,) = release.disagreements()

    assert str(disagreement).isprintable()
    assert r"two\nlines \x1b[2J\udcff.py" in str(disagreement)


@pytest.mark.parametrize("name", ["two\nlines.py", "back\\slash.py"])
def test_a_file_that_no_manifest_can_name_is_not_signed(release: Release, name: str) -> None:
    with dropped(release.site / name, b""), pytest.raises(BadInputError, match="plain names"):
        release.sign()


def test_another_manifest_is_not_the_release_that_runs(release: Release) -> None:
    release.verifier.check()

    with put_back(release.manifest_file), dropped(release.site / "new.py", b""):
        release.sign()
        with pytest.raises(BadInputError, match="not the manifest that was here before"):
            release.verifier.check()

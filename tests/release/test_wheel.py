"""The wheel: the same bytes from every build, and everything that the product needs inside."""

import os
import zipfile
from pathlib import Path

from tests.release.wheels import build_wheel, source_copy


def test_two_builds_of_the_same_sources_are_the_same_wheel(tmp_path: Path) -> None:
    first = source_copy(tmp_path / "one" / "source")
    second = source_copy(tmp_path / "another place" / "source")
    for path in second.rglob("*"):
        os.utime(path, (1, 1))

    wheels = [build_wheel(source, source.parent / "out") for source in (first, second)]

    assert wheels[0].read_bytes() == wheels[1].read_bytes()


def test_config_assets_and_the_signed_manifest_travel_in_the_wheel(tmp_path: Path) -> None:
    source = source_copy(tmp_path / "source")
    (source / "table_app" / "release.manifest").write_text("signed")

    wheel = build_wheel(source, tmp_path / "out")

    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert archive.read("table_app/release.manifest") == b"signed"
    for folder in ("config", "assets"):
        files = [path for path in (source / folder).rglob("*") if path.is_file()]
        assert {f"table_app/{path.relative_to(source).as_posix()}" for path in files} < names

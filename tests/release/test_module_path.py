"""What Python could import from elsewhere than the release is named."""

from pathlib import Path

import pytest

from table_app.isolation import MANIFEST
from table_app.release.files import importable_outside
from table_app.release.places import Places, installed_places
from table_app.release.verifier import Verifier
from tests.release.releases import ROOT, TRUSTED, Release


def _outside(places: Places, *entries: Path) -> list[Path]:
    return list(importable_outside(Places(places.root, places.trees, entries)))


@pytest.mark.parametrize(
    "name", ["typing.py", "rich.so", "rich.abi3.so", "rich.pyc", "rich/__init__.py"]
)
def test_what_can_be_imported_from_another_folder_is_found(
    release: Release, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.touch()

    assert _outside(release.places, tmp_path) == [tmp_path / Path(name).parts[0]]


def test_an_archive_on_the_module_path_is_found(release: Release, tmp_path: Path) -> None:
    archive = tmp_path / "modules.zip"
    archive.touch()

    assert _outside(release.places, archive) == [archive]


def test_packages_of_another_environment_are_found_as_a_whole(
    release: Release, tmp_path: Path
) -> None:
    site = tmp_path / "site-packages"
    site.mkdir()
    (site / "startup.pth").write_text("import os\n")

    assert _outside(release.places, site) == [site]


def test_other_files_do_not_matter(release: Release, tmp_path: Path) -> None:
    (tmp_path / "README.md").touch()
    (tmp_path / "startup.pth").touch()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "module.py").touch()

    assert _outside(release.places, tmp_path) == []


def test_the_release_itself_is_no_stranger_there(release: Release) -> None:
    assert _outside(release.places, release.root, release.site, release.site / "dependency") == []


def test_both_kinds_of_stranger_are_named_with_their_reason(
    release: Release, tmp_path: Path
) -> None:
    (tmp_path / "rich.py").touch()
    places = Places(release.root, release.places.trees, (tmp_path,), cache_prefix="/var/caches")

    found = Verifier(places, release.manifest_file, TRUSTED).check().disagreements

    assert {str(each) for each in found} == {
        f"stray: {tmp_path / 'rich.py'} (on the module path)",
        "stray: /var/caches (byte-code caches are kept there: unset PYTHONPYCACHEPREFIX)",
    }


def test_a_working_copy_is_its_package_config_assets_and_packages() -> None:
    places = installed_places()

    assert places.root == ROOT
    assert {ROOT / "table_app", ROOT / "config", ROOT / "assets"} < set(places.trees)
    assert MANIFEST == ROOT / "table_app" / "release.manifest"
    assert not any(path.name.startswith("python3") for path in places.module_path)

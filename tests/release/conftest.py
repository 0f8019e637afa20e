"""A release that the tests of a module share: whoever changes it puts it back."""

from pathlib import Path

import pytest

from tests.release.releases import Release


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    folder: Path = tmp_path_factory.mktemp("release")
    return Release(folder.resolve())

"""Where fonts and catalogues lie: in the source tree or inside the installed package."""

from pathlib import Path


def asset(*parts: str) -> Path:
    """The file or folder of this name under `assets`."""
    package = Path(__file__).parent.parent
    inside = package / "assets"
    root = inside if inside.is_dir() else package.parent / "assets"
    return root.joinpath(*parts)

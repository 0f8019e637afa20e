"""Whether a paytable's figures are the law's: digests of the law's, as this release knows them.

An edited file still loads and plays, since a law may change before a release does; it is said aloud.
`make pins` writes `law_figures.json` again, from shipped figures that a test holds to the law.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from table_app.config_loader.paytables import WagerTables
from table_app.game.paytable import MeterTerms, Paytable
from table_app.game.wagers import SideWager

PINS = Path(__file__).with_name("law_figures.json")


def figure_warnings(declared: SideWager, tables: WagerTables) -> tuple[str, ...]:
    """A line for each paytable or mystery meter that differs; none for a wager without pins."""
    pinned = json.loads(PINS.read_text(encoding="ascii")).get(declared.wager)
    if pinned is None:
        return ()
    return tuple(
        f"paytables/{declared.wager}.toml: {name}: not the law's figures ({declared.section})"
        for name, digest in figure_digests(tables)
        if pinned.get(name) != digest
    )


def figure_digests(tables: WagerTables) -> Iterator[tuple[str, str]]:
    """The name and the SHA-256 of everything that plays, of each paytable and mystery meter."""
    for name, paytable in tables.paytables.items():
        yield name, _digest(paytable)
    for name, terms in tables.mystery.items():
        yield f"mystery {name}", _digest(terms)


def _digest(figures: Paytable | MeterTerms) -> str:
    return hashlib.sha256(msgspec.json.encode(figures)).hexdigest()

"""`python -I -m table_app.release KEY`: verify the release before any other part of it runs.

Nothing is imported but this room, what it stands on, and two libraries, so that no file of the rules,
the generator or the host can put itself back before it is looked at. Exit 0, 1 or 2, as
`table-app verify-software`.
"""

import sys
from pathlib import Path

from table_app.errors import TableError
from table_app.isolation import MANIFEST
from table_app.release.keys import load_public
from table_app.release.places import installed_places
from table_app.release.verifier import Verifier


def main(words: list[str]) -> int:
    """Look at every file by the maker's key in the file that is named; an exit code."""
    if len(words) != 1:
        print("usage: python -I -m table_app.release KEY", file=sys.stderr)
        return 2
    try:
        checked = Verifier(installed_places(), MANIFEST, load_public(Path(words[0]))).check()
    except TableError as error:
        print(f"table-app: {error}", file=sys.stderr)
        return 2
    for disagreement in checked.disagreements:
        print(disagreement)
    return 1 if checked.disagreements else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

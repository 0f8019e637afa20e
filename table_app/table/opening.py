"""The command that opens a table's journal, from its setup. Pure."""

from table_app.game.progressive import first_starts
from table_app.table.setup import TableSetup
from table_app.vocabulary.commands import Carried, OpenTable
from table_app.vocabulary.secrets import Uniform


def opening(
    setup: TableSetup,
    engine_sha256: str,
    uniforms: tuple[Uniform, ...],
    left: Carried | None = None,
) -> OpenTable:
    """Whose record this is and under which rules; `left` is what an earlier epoch of it left.

    Meters that were left go on, others begin at their seeds, with a trigger from `uniforms` each.
    """
    held = {start.meter for start in left.meters} if left else set()
    return OpenTable(
        table=setup.name,
        engine_sha256=engine_sha256,
        rules_sha256=setup.rules_sha256,
        is_demo=setup.is_demo,
        decks=setup.decks,
        paytables=tuple(
            (offered.wager, offered.paytable.paytable) for offered in setup.rules.offered
        ),
        meters=tuple(
            start
            for start in first_starts(setup.rules.offered, uniforms)
            if start.meter not in held
        ),
        carried=left,
    )

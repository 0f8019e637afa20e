"""The real host, with one change: it kills itself just before or just after its n-th COMMIT.

    python -m tests.system.killing_host DATA KEYS TABLE PORT GIFT_CENTS before|after N

N counts from 1; 0 never comes.
"""

import os
import signal
import sys
from pathlib import Path

from sqlalchemy import Connection

from table_app.host.process import HostOptions, run_host
from table_app.store.database import Database
from table_app.store.mirror import MIRROR_FILE


def main() -> None:
    data, keys, table, port, gift_cents, moment, number = sys.argv[1:]
    _kill_at_commit(int(number), moment)
    options = HostOptions(
        data=Path(data),
        keys=Path(keys),
        mirror=Path(data) / MIRROR_FILE,
        table_file=Path(table),
        address="127.0.0.1",
        port=int(port),
        gift_cents=int(gift_cents),
        stops_with_stdin=False,
    )
    run_host(options, lambda bound: print(f"ready {bound}", flush=True))


def _kill_at_commit(number: int, moment: str) -> None:
    commit = Database.commit
    commits = 0

    def counted(self: Database, connection: Connection) -> None:
        nonlocal commits
        commits += 1
        if commits == number and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        commit(self, connection)
        if commits == number and moment == "after":
            os.kill(os.getpid(), signal.SIGKILL)

    Database.commit = counted  # type: ignore[method-assign]


if __name__ == "__main__":
    main()

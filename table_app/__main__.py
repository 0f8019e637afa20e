"""`python -m table_app`, and the command `table-app`."""

import signal
import sys

from table_app.isolation import isolate


def main() -> None:
    """Run a command; a release in isolated mode, before anything else of it is imported.

    SIGUSR1 asks a host to check its software, which it does at its start anyhow.
    """
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    try:
        isolate()
        from table_app import cli  # noqa: PLC0415

        cli.main()
    except KeyboardInterrupt:
        # Before a command ran, or after it.
        sys.exit(130)


if __name__ == "__main__":
    main()

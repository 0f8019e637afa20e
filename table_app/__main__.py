"""`python -m table_app`, and the command `table-app`."""

import sys

from table_app.isolation import isolate


def main() -> None:
    """Run a command; a release in isolated mode, before anything else of it is imported."""
    try:
        isolate()
        from table_app import cli  # noqa: PLC0415

        cli.main()
    except KeyboardInterrupt:
        # Before a command ran, or after it.
        sys.exit(130)


if __name__ == "__main__":
    main()

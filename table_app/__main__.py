"""`python -m table_app`, and the command `table-app`."""

from table_app.isolation import isolate


def main() -> None:
    """Run a command; a release in isolated mode, before anything else of it is imported."""
    isolate()
    from table_app import cli  # noqa: PLC0415

    cli.main()


if __name__ == "__main__":
    main()

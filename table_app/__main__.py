"""`python -m table_app`."""

from table_app.cli import main

main()

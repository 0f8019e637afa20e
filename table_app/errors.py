"""What can go wrong, in one tree. A refusal is none of these: it is an expected answer, a value.

TableError
|-- BadInputError      a file, key, option or message from outside is wrong: say it, exit 2
|-- FaultError         the world misbehaved: disk, link, device, entropy
|   |-- GeneratorError     the random number generator failed its tests or its source
|   `-- StoreError         the database cannot be read, written or trusted
`-- BreachError        we are wrong: an invariant does not hold; the table stops
"""


class TableError(Exception):
    """The root of everything this product raises on purpose."""


class BadInputError(TableError):
    """Something given from outside is wrong; the text names it, the reason and what to do."""


class FaultError(TableError):
    """The world misbehaved."""


class GeneratorError(FaultError):
    """The random number generator may not be used."""


class StoreError(FaultError):
    """The database cannot be read, written or trusted."""


class BreachError(TableError):
    """An invariant of this program does not hold; nothing may go on."""

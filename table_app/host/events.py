"""What the table's thread takes, and what it gives back."""

from msgspec import Struct

from table_app.host.tilts import Finding
from table_app.host.witness_call import WitnessEvent
from table_app.link.server import FromStation
from table_app.vocabulary.views import ToStation


class Tick(Struct, frozen=True):
    """Nothing came in, but time has passed."""


Event = FromStation | Finding | WitnessEvent | Tick


class Outgoing(Struct, frozen=True):
    """A message for one connection."""

    connection: int
    message: ToStation


Outbox = tuple[Outgoing, ...]

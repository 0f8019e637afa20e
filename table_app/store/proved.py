"""What a copy of the journal still proves by itself, however damaged it is."""

from contextlib import closing, suppress
from pathlib import Path

from table_app.errors import BadInputError, StoreError
from table_app.store.entries import carried_by, checked_header, decode_header
from table_app.store.keys import StoreKeys
from table_app.store.macs import FIRST, mac_of
from table_app.store.mirror import decode_line, read_lines
from table_app.store.reader import Reader
from table_app.store.sealing import sealer
from table_app.vocabulary.codec import EntryCodec


def database_epoch(path: Path, keys: StoreKeys) -> int | None:
    """Which epoch of the keys' log a database is; None if it does not show that."""
    with suppress(BadInputError, StoreError), closing(Reader(path, keys)) as reader:
        return reader.epoch
    return None


def database_size(path: Path, keys: StoreKeys) -> int:
    """The newest checkpoint that a database still shows, and what its own macs carry on from there."""
    proved = 0
    with suppress(BadInputError, StoreError), closing(Reader(path, keys)) as reader:
        proved = reader.signed_size()
        for stored in reader.entries(after=proved):
            proved = stored.sequence
    return proved


def mirror_epoch(path: Path, keys: StoreKeys) -> int | None:
    """Which epoch of the keys' log a mirror is, by its first entry; None if it does not show that."""
    with suppress(BadInputError, StoreError):
        for _, raw in read_lines(path):
            line = decode_line(raw)
            checked_header(1, line.leaf, line.body, keys.mac_key, FIRST)
            left = carried_by(EntryCodec(*sealer(keys.sealing_key)).decode(line.body))
            return left.epoch if left else 1
    return None


def mirror_size(path: Path, keys: StoreKeys) -> int:
    """The last entry in a mirror that its own macs show to be the table's; 0 if none does."""
    proved, before = 0, FIRST
    with suppress(BadInputError):
        for _, raw in read_lines(path):
            with suppress(StoreError):
                line = decode_line(raw)
                previous, before = before, mac_of(line.leaf)
                sequence = decode_header(line.leaf).sequence
                checked_header(sequence, line.leaf, line.body, keys.mac_key, previous)
                proved = max(proved, sequence)
    return proved

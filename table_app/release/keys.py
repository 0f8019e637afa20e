"""The release key: the maker signs with its private half, a table trusts its public half."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table_app.errors import BadInputError
from table_app.plain_file import read_plain
from table_app.release.manifest import ReleaseKey
from table_app.store import checkpoint as notes
from table_app.store import files
from table_app.store.pem import parse_private_pem, private_pem

TRUSTED_KEY_FILE = "release.pub"
"""In the keys folder of a table: never beside the manifest, where who changes one changes both."""

KEY_NAME = "table-app-release"
KEY_BYTES_MAX = 64 * 1024


def create(path: Path) -> Path:
    """A new pair: the private half in `path`, the public in the file returned; overwrites none."""
    public = public_half(path)
    for file in (path, public):
        if file.exists():
            raise BadInputError(f"{file} exists and keys are never overwritten; name another file")
    key = Ed25519PrivateKey.generate()
    line = notes.public_key_line(KEY_NAME, key.public_key())
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write_new(path, private_pem(key))
    files.write_new(public, f"{line}\n".encode())
    return public


def public_half(path: Path) -> Path:
    """Where the public half of the pair in `path` lies; raises BadInputError if that is no file."""
    if not path.name:
        raise BadInputError(f"{path} is no file for a key; name one")
    return path.with_name(f"{path.name}.pub")


def load_pair(path: Path) -> tuple[str, Ed25519PrivateKey]:
    """Name and private half; raises BadInputError if they are missing or no pair."""
    key = parse_private_pem(_read(path), path=path)
    public = load_public(public_half(path))
    if key.public_key() != public.key:
        raise BadInputError(f"{path} and {public_half(path).name} are no pair of Ed25519 keys")
    return public.name, key


def load_public(path: Path) -> ReleaseKey:
    """The public half in a file of one line; raises BadInputError for anything else."""
    text = _read(path)
    try:
        name, key = notes.parse_public_key_line(text.decode())
    except (BadInputError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path}: not the line `name+hash+base64` of a release key") from error
    return ReleaseKey(name, key)


def trusted(folder: Path) -> ReleaseKey | None:
    """The release key that the table of this keys folder trusts, or None if it was given none."""
    path = folder / TRUSTED_KEY_FILE
    return load_public(path) if path.exists() else None


def trust(folder: Path, given: Path) -> ReleaseKey:
    """Let the table of this keys folder trust the key in `given`; never in place of another."""
    key = load_public(given)
    path = folder / TRUSTED_KEY_FILE
    if trusted(folder) == key:
        return key
    if path.exists():
        raise BadInputError(f"{path} is another release key; move it away to trust this one")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    files.write_new(path, f"{notes.public_key_line(key.name, key.key)}\n".encode())
    return key


def _read(path: Path) -> bytes:
    hint = "`table-app release key` makes a pair of release keys"
    return read_plain(path, bytes_max=KEY_BYTES_MAX, hint=hint)

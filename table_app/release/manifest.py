"""The signed manifest: every file of a release with its SHA-256, as a C2SP signed note.

Not for looking at files: that is `verifier`. The lines are what `sha256sum --check` reads.
"""

import re
from hashlib import sha256
from pathlib import Path, PurePosixPath

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from table_app.errors import BadInputError, StoreError
from table_app.plain_file import read_plain
from table_app.store import checkpoint as notes

MANIFEST_BYTES_MAX = 64 * 2**20
_TITLE = "table-app release "
_VERSION = re.compile(r"[0-9A-Za-z.+!-]{1,100}")
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")


class Manifest(Struct, frozen=True):
    """A release: SHA-256 in hex by path, in the order of the paths.

    A path begins where the package `table_app` lies, or at `/` for a file that lies elsewhere.
    """

    version: str
    files: dict[str, str]


class SignedManifest(Struct, frozen=True):
    """A manifest that a trusted key signed; `fingerprint` is the SHA-256 of what was signed."""

    manifest: Manifest
    fingerprint: str


class ReleaseKey(Struct, frozen=True):
    """The key that says which releases are the maker's, under its name."""

    name: str
    key: Ed25519PublicKey


def manifest_text(manifest: Manifest) -> str:
    """The text that is signed: a title, then a line for each file."""
    lines = [f"{digest}  {path}\n" for path, digest in manifest.files.items()]
    return f"{_TITLE}{manifest.version}\n{''.join(lines)}"


def sign_manifest(manifest: Manifest, name: str, key: Ed25519PrivateKey) -> str:
    """The manifest as a signed note; raises BadInputError for a path that it cannot tell."""
    text = manifest_text(manifest)
    parse_manifest(text)
    signature = notes.Signature(
        name=name, key_id=notes.key_id(name, key.public_key()), signature=key.sign(text.encode())
    )
    return notes.note_text(notes.Note(text, (signature,)))


def read_manifest(path: Path, trusted: ReleaseKey) -> SignedManifest:
    """The manifest in a file; raises BadInputError unless it is whole and `trusted` signed it."""
    hint = "`table-app release sign` makes it"
    content = read_plain(path, bytes_max=MANIFEST_BYTES_MAX + 1, hint=hint)
    if len(content) > MANIFEST_BYTES_MAX:
        raise BadInputError(f"{path}: longer than {MANIFEST_BYTES_MAX} bytes")
    try:
        note = notes.parse_note(content.decode())
        notes.check_signature(note, name=trusted.name, key=trusted.key)
        manifest = parse_manifest(note.text)
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path}: not the text of a signed note") from error
    except (StoreError, BadInputError) as error:
        raise BadInputError(f"{path}: {error}") from error
    return SignedManifest(manifest, fingerprint=sha256(note.text.encode()).hexdigest())


def parse_manifest(text: str) -> Manifest:
    """The manifest of a note's text; raises BadInputError unless it is written exactly as one."""
    title, *lines = text.removesuffix("\n").split("\n")
    version = title.removeprefix(_TITLE)
    if not title.startswith(_TITLE) or _VERSION.fullmatch(version) is None:
        raise BadInputError(f"the manifest begins with {title!r:.60}, not `{_TITLE}VERSION`")
    files = dict(_parse_line(line) for line in lines)
    if manifest_text(Manifest(version, files)) != text or list(files) != sorted(files):
        raise BadInputError("the manifest's paths are not each once and in order")
    return Manifest(version, files)


def is_path(path: str) -> bool:
    """Whether a manifest can name this path: printable, and written in the one shortest way."""
    parts = PurePosixPath(path)
    has_one_form = parts.as_posix() == path and ".." not in parts.parts and path != "."
    return has_one_form and path.isprintable() and "\\" not in path and not path.startswith("//")


def _parse_line(line: str) -> tuple[str, str]:
    found = _LINE.fullmatch(line)
    if found is None or not is_path(found[2]):
        raise BadInputError(f"the manifest cannot have the line {line!r:.100}")
    return found[2], found[1]

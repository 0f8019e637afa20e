"""The Merkle tree of RFC 6962 over SHA-256: hashes, growth, roots and proofs. Pure.

Only complete subtrees are kept: node `(level, position)` covers the leaves from
`position << level`, `1 << level` of them. A kept node never changes.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import NamedTuple

NodeLookup = Callable[[int, int], bytes]
"""The kept hash at (level, position)."""

SIZE_BITS_MAX = 63
"""A tree has fewer than 2^63 leaves, and a path no more hashes than that (C2SP: a signed integer)."""

EMPTY_ROOT = sha256(b"").digest()


class Node(NamedTuple):
    """A complete subtree and its hash."""

    level: int
    position: int
    hash: bytes


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf's own bytes."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees side by side."""
    return sha256(b"\x01" + left + right).digest()


def append(size: int, leaf: bytes, lookup: NodeLookup) -> tuple[Node, ...]:
    """The nodes that a tree of `size` leaves gains with one more leaf hash, lowest first."""
    nodes = [Node(0, size, leaf)]
    while nodes[-1].position & 1:
        level, position, right = nodes[-1]
        nodes.append(Node(level + 1, position >> 1, node_hash(lookup(level, position - 1), right)))
    return tuple(nodes)


def frontier(size: int) -> tuple[tuple[int, int], ...]:
    """Places of the complete subtrees that a tree of `size` leaves is made of, largest first."""
    levels = range(size.bit_length() - 1, -1, -1)
    return tuple((level, (size >> level) - 1) for level in levels if size >> level & 1)


def next_frontier(
    kept: Mapping[tuple[int, int], bytes], nodes: tuple[Node, ...], size: int
) -> dict[tuple[int, int], bytes]:
    """What a tree grows on from once `nodes` made it `size` leaves long; `kept` was that before."""
    known = {**kept, **{(node.level, node.position): node.hash for node in nodes}}
    return {place: known[place] for place in frontier(size)}


def root(size: int, lookup: NodeLookup) -> bytes:
    """The root of the first `size` leaves."""
    return _range_root(0, size, lookup) if size else EMPTY_ROOT


def inclusion_proof(index: int, size: int, lookup: NodeLookup) -> tuple[bytes, ...]:
    """What it takes, with leaf `index`, to make the root of the first `size` leaves."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    proof: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            proof.append(_range_root(middle, end, lookup))
            end = middle
        else:
            proof.append(_range_root(start, middle, lookup))
            start = middle
    return tuple(reversed(proof))


def is_included(
    leaf: bytes, index: int, size: int, proof: tuple[bytes, ...], expected_root: bytes
) -> bool:
    """Whether `proof` leads from a leaf hash to the root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last, made = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            made = node_hash(sibling, made)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            made = node_hash(made, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and made == expected_root


def consistency_proof(old_size: int, size: int, lookup: NodeLookup) -> tuple[bytes, ...]:
    """What shows that the first `size` leaves begin with the first `old_size` (RFC 9162, 2.1.4.1)."""
    if not 0 < old_size <= size:
        raise ValueError(f"a tree of {size} leaves does not extend one of {old_size}")
    proof: list[bytes] = []
    start, end = 0, size
    while end != old_size:
        middle = start + _split(end - start)
        if old_size <= middle:
            proof.append(_range_root(middle, end, lookup))
            end = middle
        else:
            proof.append(_range_root(start, middle, lookup))
            start = middle
    if start:
        proof.append(_range_root(start, end, lookup))
    return tuple(reversed(proof))


def is_consistent(
    old_size: int, old_root: bytes, size: int, root: bytes, proof: tuple[bytes, ...]
) -> bool:
    """Whether `proof` shows that the newer tree extends the older one (RFC 9162, 2.1.4.2)."""
    if old_size in {0, size}:
        known = EMPTY_ROOT if old_size == 0 else root
        return not proof and old_root == known and (size > 0 or root == EMPTY_ROOT)
    if not 0 < old_size < size:
        return False
    path = proof if old_size & (old_size - 1) else (old_root, *proof)
    if not path:
        return False
    place, last = old_size - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    made_old = made = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            made_old, made = node_hash(sibling, made_old), node_hash(sibling, made)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            made = node_hash(made, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and made_old == old_root and made == root


def _split(count: int) -> int:
    """The largest power of two smaller than `count`."""
    return 1 << (count - 1).bit_length() - 1


def _range_root(start: int, end: int, lookup: NodeLookup) -> bytes:
    """The root of leaves `start` to `end`, where `start` is a multiple of what lies before it."""
    *left, (level, position) = frontier(end - start)
    made = lookup(level, position + (start >> level))
    for level, position in reversed(left):
        made = node_hash(lookup(level, position + (start >> level)), made)
    return made

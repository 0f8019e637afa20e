"""The tree of RFC 6962: known answers, and a few recursive lines that share no code with it."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_app.store import merkle

# The leaves and roots with which Certificate Transparency's own implementations are tested.
KNOWN_LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
KNOWN_ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

histories = st.lists(st.binary(max_size=8), min_size=1, max_size=70)


def naive_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1, as it is written there."""
    if len(leaves) < 2:
        return sha256(b"\0" + leaves[0]).digest() if leaves else sha256(b"").digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    left, right = naive_root(leaves[:split]), naive_root(leaves[split:])
    return sha256(b"\1" + left + right).digest()


def grown(leaves: list[bytes]) -> Callable[[int, int], bytes]:
    """The lookup of a tree that grew leaf by leaf."""
    kept: dict[tuple[int, int], bytes] = {}

    def lookup(level: int, position: int) -> bytes:
        return kept[level, position]

    for size, leaf in enumerate(leaves):
        nodes = merkle.append(size, merkle.leaf_hash(leaf), lookup)
        kept.update({(node.level, node.position): node.hash for node in nodes})
    return lookup


@pytest.mark.parametrize("size", range(9))
def test_the_published_roots_come_out(size: int) -> None:
    root = merkle.root(size, grown(KNOWN_LEAVES))

    assert root.hex() == KNOWN_ROOTS[size]


def test_a_published_inclusion_proof_comes_out() -> None:
    proof = merkle.inclusion_proof(5, 8, grown(KNOWN_LEAVES))

    assert [step.hex() for step in proof] == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


@given(histories)
def test_every_earlier_root_stays_what_the_recursive_definition_says(leaves: list[bytes]) -> None:
    lookup = grown(leaves)

    roots = [merkle.root(size, lookup) for size in range(len(leaves) + 1)]

    assert roots == [naive_root(leaves[:size]) for size in range(len(leaves) + 1)]


@given(histories, st.data())
def test_every_leaf_is_proved_under_every_later_root(
    leaves: list[bytes], data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, len(leaves)))
    index = data.draw(st.integers(0, size - 1))

    proof = merkle.inclusion_proof(index, size, grown(leaves))

    root = naive_root(leaves[:size])
    assert merkle.is_included(merkle.leaf_hash(leaves[index]), index, size, proof, root)


@given(st.integers(2, 70), st.data())
def test_no_changed_proof_index_leaf_or_root_is_accepted(size: int, data: st.DataObject) -> None:
    leaves = [number.to_bytes(2) for number in range(size)]
    index = data.draw(st.integers(0, size - 1))
    proof = merkle.inclusion_proof(index, size, grown(leaves))
    step = data.draw(st.integers(0, len(proof) - 1))
    other = data.draw(st.integers(0, 2 * size).filter(lambda place: place != index))
    leaf, root = merkle.leaf_hash(leaves[index]), naive_root(leaves)
    flipped = bytes([proof[step][0] ^ 1]) + proof[step][1:]

    accepted = [
        merkle.is_included(leaf, index, size, (*proof[:step], flipped, *proof[step + 1 :]), root),
        merkle.is_included(leaf, index, size, proof[:step] + proof[step + 1 :], root),
        merkle.is_included(leaf, index, size, (*proof, root), root),
        merkle.is_included(leaf, other, size, proof, root),
        merkle.is_included(root, index, size, proof, root),
        merkle.is_included(leaf, index, size, proof, leaf),
    ]

    assert accepted == [False] * 6


def test_a_leaf_outside_the_tree_has_no_proof() -> None:
    with pytest.raises(ValueError, match="leaf 3 is not in a tree of 3"):
        merkle.inclusion_proof(3, 3, grown(KNOWN_LEAVES))


def naive_consistency(old_size: int, leaves: list[bytes], *, is_whole: bool = True) -> list[bytes]:
    """SUBPROOF of RFC 6962, 2.1.2, as it is written there."""
    if old_size == len(leaves):
        return [] if is_whole else [naive_root(leaves)]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    left, right = leaves[:split], leaves[split:]
    if old_size <= split:
        return [*naive_consistency(old_size, left, is_whole=is_whole), naive_root(right)]
    return [*naive_consistency(old_size - split, right, is_whole=False), naive_root(left)]


@given(histories, st.data())
def test_every_older_tree_is_proved_to_be_the_beginning_of_every_newer(
    leaves: list[bytes], data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, len(leaves)))
    old_size = data.draw(st.integers(1, size))

    proof = merkle.consistency_proof(old_size, size, grown(leaves))

    assert list(proof) == naive_consistency(old_size, leaves[:size])
    old_root, root = naive_root(leaves[:old_size]), naive_root(leaves[:size])
    assert merkle.is_consistent(old_size, old_root, size, root, proof)


@given(st.integers(2, 70), st.data())
def test_no_changed_consistency_proof_size_or_root_is_accepted(
    size: int, data: st.DataObject
) -> None:
    leaves = [number.to_bytes(2) for number in range(size)]
    old_size = data.draw(st.integers(1, size - 1))
    proof = merkle.consistency_proof(old_size, size, grown(leaves))
    step = data.draw(st.integers(0, len(proof) - 1))
    other = data.draw(st.integers(0, 2 * size).filter(lambda count: count != old_size))
    old_root, root = naive_root(leaves[:old_size]), naive_root(leaves)
    flipped = bytes([proof[step][0] ^ 1]) + proof[step][1:]

    accepted = [
        merkle.is_consistent(
            old_size, old_root, size, root, (*proof[:step], flipped, *proof[step + 1 :])
        ),
        merkle.is_consistent(old_size, old_root, size, root, proof[:step] + proof[step + 1 :]),
        merkle.is_consistent(old_size, old_root, size, root, (*proof, root)),
        merkle.is_consistent(other, old_root, size, root, proof),
        merkle.is_consistent(old_size, root, size, root, proof),
        merkle.is_consistent(old_size, old_root, size, old_root, proof),
    ]

    assert accepted == [False] * 6


@pytest.mark.parametrize(("old_size", "size"), [(0, 3), (4, 3), (-1, 3)])
def test_a_tree_that_was_not_longer_is_no_extension(old_size: int, size: int) -> None:
    with pytest.raises(ValueError, match="does not extend"):
        merkle.consistency_proof(old_size, size, grown(KNOWN_LEAVES))


def test_every_tree_extends_the_empty_one_and_itself_without_a_proof() -> None:
    empty, root = bytes.fromhex(KNOWN_ROOTS[0]), bytes.fromhex(KNOWN_ROOTS[5])

    assert merkle.is_consistent(0, empty, 5, root, ())
    assert merkle.is_consistent(5, root, 5, root, ())
    assert not merkle.is_consistent(0, root, 5, root, ())
    assert not merkle.is_consistent(5, empty, 5, root, ())
    assert not merkle.is_consistent(0, empty, 0, root, ())
    assert not merkle.is_consistent(0, empty, 5, root, (root,))

"""The tables from which `loops/arrangement_ranks.py` computes ranks, and the arrays it works in."""

from collections.abc import Callable, Sequence
from functools import partial
from math import comb, prod
from operator import mul
from typing import NamedTuple

import numpy as np

from perfect_play.puzzles.boards.arrangements import Arrangements, Orbits
from perfect_play.puzzles.boards.moves import MOST_MOVES
from perfect_play.solvers.arrays import Int8s, Int32s, Int64s
from perfect_play.solvers.native.loops.arrangement_ranks import HASH, MAX_SYMMETRIES, SLOT_BITS
from perfect_play.solvers.native.packed_arrays import Addresses

MAX_NUMBER = (1 << 62) - 1


class RankTables(NamedTuple):
    """Arrays for the compiled ranks, all in one dimension. P pieces, M materials, W words of eight cells or extras.

    bytes: how many the cells take as bits. exchanges: 1 if ranks take the view of the player to move, else 0; turned:
    whether player 2 then sees the cells in other places. binomial: [64 k + n]. part_number: for each byte of a set,
    each count of elements before, and each value of the byte, what it adds to the set's number. spread: [256] the cells
    of a byte, each as a byte.

    board, regions: the cells, and those of each region, as bits. The extras are the bytes from extra_first to before
    extra_end of a position. A material's key is the sum of turn_weight, if player 2 is to move; of weight [regions, P],
    for each piece; and of extra_weight [2, extras] times each extra, as player 1 or 2 sees it. limits, extra_limits:
    the greatest numbers in any material, likewise. piece_seen [2, P]: the index of a piece as either player sees it.
    keys, material: a hash table from keys to materials.

    Of each material: first [M + 1], the first rank; turn; extras [M, W], a position's words without pieces; kinds [M +
    1], where its kinds begin; tail_sizes, the product of their radixes but the first; orbits, where those of its lead
    begin in `place`, -1 without symmetry; orbit_first, where they begin in `lead`. Of each kind: piece, counts, radix;
    inside, its region as bits.

    Of orbits: place [sets], MAX_SYMMETRIES times the orbit of a set, plus a symmetry that leads there; lead [orbits],
    the numbered set; fixing_first [orbits + 1], fixing: the symmetries that keep it. images: how many symmetries there
    are; image_bytes [images + 1, bytes, 256]: the image of a byte of cells under each, and lastly as player 2 sees
    them.
    """

    bytes: int
    exchanges: int
    turned: bool
    binomial: Int64s
    part_number: Int64s
    spread: Int64s
    board: int
    regions: Int64s
    extra_first: int
    extra_end: int
    turn_weight: int
    weight: Int64s
    limits: Int64s
    extra_weight: Int64s
    extra_limits: Int64s
    piece_seen: Int64s
    keys: Int64s
    material: Int64s
    first: Int64s
    turn: Int64s
    extras: Int64s
    kinds: Int64s
    tail_sizes: Int64s
    orbits: Int64s
    orbit_first: Int64s
    piece: Int64s
    counts: Int64s
    radix: Int64s
    inside: Int64s
    place: Int32s
    lead: Int64s
    fixing_first: Int64s
    fixing: Int64s
    images: int
    image_bytes: Int64s


def tables_of(a: Arrangements) -> RankTables:
    """The tables of a numbering. Raises ValueError if it is too large for them."""
    if len(a.symmetries) > MAX_SYMMETRIES:
        raise ValueError(f"expected at most {MAX_SYMMETRIES} symmetries, got {len(a.symmetries)}")
    stretches = a.stretches
    limits, extra_limits = _limits(a)
    *weight, turn_weight = _weights([*limits, *extra_limits])
    weight, extra_weight = weight[: len(limits)], weight[len(limits) :]
    extras = range(len(extra_limits))
    extra_seen = [*extras, *(a.exchange.extras.index(extra) for extra in extras if a.exchange)]
    size = 4 << len(stretches).bit_length()
    keys, material = np.full(size, -1, np.int64), np.zeros(size, np.int64)
    for m, stretch in enumerate(stretches):
        content = stretch.material
        number = (content.turn - 1) * turn_weight
        number += sum(map(mul, weight, content.counts)) + sum(map(mul, extra_weight, content.extras))
        slot = _slot(number, size)
        while keys[slot] != -1:
            slot = (slot + 1) % size
        keys[slot], material[slot] = number, m
    inside = [sum(1 << cell for cell in region) for region in a.regions]
    kinds = [
        (inside[region], piece, stretch.material.counts[region * a.pieces + piece], size)
        for stretch in stretches
        for (region, piece), size in zip(stretch.kinds, stretch.sizes, strict=True)
    ]
    starts: dict[int, tuple[int, int]] = {}
    sets, orbits, distinct = 0, 0, []
    for stretch in stretches:
        orbit_set = stretch.orbits
        if orbit_set is not None and id(orbit_set) not in starts:
            starts[id(orbit_set)] = sets, orbits
            sets, orbits = sets + len(orbit_set.number), orbits + len(orbit_set.leads)
            distinct.append(orbit_set)
    places = [starts[id(stretch.orbits)] if stretch.orbits is not None else (-1, 0) for stretch in stretches]
    fixing = [symmetries for each in distinct for symmetries in each.fixing]
    return RankTables(
        bytes=-(-a.cells // 8),
        exchanges=int(a.exchange is not None),
        turned=a.exchange is not None and a.exchange.cells != tuple(range(a.cells)),
        binomial=_array([min(comb(n, k), MAX_NUMBER) for k in range(64) for n in range(64)]),
        part_number=_part_numbers(-(-a.cells // 8)),
        spread=_array([sum(1 << 8 * cell for cell in range(8) if bits >> cell & 1) for bits in range(256)]),
        board=_bits([(1 << a.cells) - 1])[0],
        regions=_bits(inside),
        extra_first=a.cells,
        extra_end=a.cells + len(extra_weight),
        turn_weight=turn_weight,
        weight=_array(weight),
        limits=_array(limits),
        extra_weight=_array([extra_weight[extra] for extra in extra_seen]),
        extra_limits=_array([extra_limits[extra] for extra in extra_seen]),
        piece_seen=_array([*range(a.pieces), *(a.exchange.pieces if a.exchange is not None else ())]),
        keys=keys,
        material=material,
        first=_array([*(stretch.first for stretch in stretches), a.size]),
        turn=_array([stretch.material.turn for stretch in stretches]),
        extras=_extras(a),
        kinds=np.cumsum([0, *(len(stretch.kinds) for stretch in stretches)]).astype(np.int64),
        tail_sizes=_array([int(np.prod(stretch.sizes[1:], dtype=np.int64)) for stretch in stretches]),
        orbits=_array([place[0] for place in places]),
        orbit_first=_array([place[1] for place in places]),
        piece=_array([piece for _, piece, _, _ in kinds]),
        counts=_array([count for _, _, count, _ in kinds]),
        radix=_array([size for _, _, _, size in kinds]),
        inside=_bits([cells for cells, _, _, _ in kinds]),
        place=_places(distinct),
        lead=_bits([lead for orbits in distinct for lead in orbits.leads]),
        fixing_first=np.cumsum([0, *map(len, fixing)]).astype(np.int64),
        fixing=_array([symmetry for symmetries in fixing for symmetry in symmetries]),
        images=len(a.symmetries),
        image_bytes=np.concatenate(
            [_bytes_of(a.cells, partial(a.image, symmetry=symmetry)) for symmetry in range(len(a.symmetries))]
            + [_bytes_of(a.cells, a.exchanged_image)]
        ),
    )


class RankScratch(NamedTuple):
    """A thread's arrays: a position, its children, and what ranks and moves need.

    rules: the functions the loops call. cells: the position's cells and extras; cell_words: the same memory, eight
    cells a number. moves; children, turns: the position that each leads to, in words, and the player to move there;
    ranks, decrement: what the loops find out about some of these. sets: [pieces], the cells of each piece in `cells`,
    as bits. masks: [2, pieces], likewise, as ranks see them. last: [1], the rank in `cells`; digits, subsets, placed:
    of each of its kinds, the digit, the set that has this number, and the cells. stabilizer: [1], how many symmetries
    leave the position that was last ranked as it is.
    """

    rules: Addresses
    cells: Int8s
    cell_words: Int64s
    moves: Int64s
    children: Int64s
    turns: Int64s
    ranks: Int64s
    decrement: Int64s
    sets: Int64s
    masks: Int64s
    last: Int64s
    digits: Int64s
    subsets: Int64s
    placed: Int64s
    stabilizer: Int64s


def arrangement_scratch(tables: RankTables, addresses: Addresses) -> RankScratch:
    """New arrays of the lengths that these ranks need."""
    parts, kinds = -(-tables.extra_end // 8), int(np.diff(tables.kinds).max())
    pieces = len(tables.weight) // len(tables.regions)
    cells = np.zeros(parts, np.int64)
    return RankScratch(
        addresses,
        cells.view(np.int8),
        cells,
        np.zeros(MOST_MOVES, np.int64),
        np.zeros((MOST_MOVES, parts), np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(pieces, np.int64),
        np.zeros((2, pieces), np.int64),
        np.full(1, -2, np.int64),
        np.zeros(kinds, np.int64),
        np.zeros(kinds, np.int64),
        np.zeros(kinds, np.int64),
        np.zeros(1, np.int64),
    )


def words_of(a: Arrangements) -> int:
    """How many words of eight cells or extras a position has."""
    return -(-(a.cells + len(a.stretches[0].material.extras)) // 8)


def _array(numbers: Sequence[int] | Sequence[Sequence[int]]) -> Int64s:
    return np.array(numbers, np.int64)


def _bits(masks: Sequence[int]) -> Int64s:
    """Sets of up to 64 cells, as signed numbers with the same bits."""
    return np.array(masks, np.uint64).view(np.int64)


def _slot(key: int, size: int) -> int:
    product = (key * HASH) & ((1 << 64) - 1)
    signed = product - (1 << 64) if product >> 63 else product
    return (signed >> SLOT_BITS) & (size - 1)


def _part_numbers(length: int) -> Int64s:
    """`part_number` of the tables, for sets of up to this many bytes."""
    numbers = []
    for byte in range(length):
        for before in range(8 * byte + 1):
            for bits in range(256):
                cells = [8 * byte + cell for cell in range(8) if bits >> cell & 1]
                numbers.append(sum(comb(cell, size) for size, cell in enumerate(cells, before + 1)))
    return _array([min(number, MAX_NUMBER) for number in numbers])


def _places(orbit_sets: list[Orbits]) -> Int32s:
    """`place` of the tables. Raises ValueError if it does not fit in 32 bits."""
    parts, first = [np.zeros(0, np.int64)], 0
    for orbits in orbit_sets:
        parts.append(MAX_SYMMETRIES * (np.array(orbits.number, np.int64) + first) + np.array(orbits.symmetry, np.int64))
        first += len(orbits.leads)
    if first > (1 << 31) // MAX_SYMMETRIES:
        raise ValueError("the sets of pieces are too many")
    return np.concatenate(parts).astype(np.int32)


def _bytes_of(cells: int, image: Callable[[int], int]) -> Int64s:
    """[bytes, 256]: the image of the cells of each byte."""
    board = (1 << cells) - 1
    return _bits([image(bits << 8 * byte & board) for byte in range(-(-cells // 8)) for bits in range(256)])


def _extras(a: Arrangements) -> Int64s:
    """`extras` of the tables."""
    cells = np.zeros((len(a.stretches), 8 * words_of(a)), np.int8)
    for m, stretch in enumerate(a.stretches):
        cells[m, a.cells : a.cells + len(stretch.material.extras)] = stretch.material.extras
    return cells.view(np.int64).ravel()


def _limits(a: Arrangements) -> tuple[list[int], list[int]]:
    """The most pieces of each kind, and the greatest value of each extra, in any material."""
    counts = zip(*(stretch.material.counts for stretch in a.stretches), strict=True)
    extras = zip(*(stretch.material.extras for stretch in a.stretches), strict=True)
    return list(map(max, counts)), list(map(max, extras))


def _weights(limits: list[int]) -> list[int]:
    """How much one of each of these, and then player 2's turn, adds to a key. Raises ValueError if it needs 63 bits."""
    weights = [prod(number + 1 for number in limits[:i]) for i in range(len(limits) + 1)]
    if 2 * weights[-1] > MAX_NUMBER:
        raise ValueError("the pieces and extras are too many")
    return weights

"""The tables from which `loops/arrangements.py` computes ranks, made from `Arrangements`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb
from typing import Any, NamedTuple

import numpy as np

from puzzles.boards.arrangements import Arrangements, Orbits
from solvers.native.loops.arrangements import HASH, SLOT_BITS

MOST = (1 << 62) - 1
SPARE = 3
"""By so many pieces more than any material has, a position's key is still no material's."""


class Tables(NamedTuple):
    """Arrays for the compiled ranks. R regions, P pieces, E extras, M materials, at most K kinds in a material.

    cells: how many there are. exchanges: 1 if ranks take the view of the player to move, else 0. becomes: [P] the
    index of a piece as player 2 sees it. exchanged: [bytes, 256] the image of a byte of cells as player 2 sees it;
    turned: whether that is another. inside: [R] the cells of a region as bits. binomial: [k, n].

    A material's key is the sum of turn_weight, if player 2 is to move, and of a weight for each cell and extra:
    weight [2, cells + E, 64], as player 1 or 2 sees it, for each value. key [M, 2]: that of each material, as either
    sees it. keys, material: a hash table from keys to materials.

    Of each material: first [M + 1], the first rank; turn; extras [M, E]; kinds, how many kinds there are; region,
    piece, count, radix [M, K] of each kind; rest, the product of the radixes but the first; orbits, where those of its
    lead begin in `number` and `way`, -1 without symmetry; orbit_first, where they begin in `lead`.

    Of orbits: number, way [sets]: the orbit of a set, and a symmetry that leads there; lead [orbits], the numbered set;
    fixing_first [orbits + 1], fixing: the symmetries that keep it. shown: [symmetries, bytes, 256] the image of a byte
    of cells.
    """

    cells: int
    exchanges: int
    becomes: Any
    exchanged: Any
    turned: bool
    inside: Any
    binomial: Any
    turn_weight: int
    weight: Any
    key: Any
    keys: Any
    material: Any
    first: Any
    turn: Any
    extras: Any
    kinds: Any
    region: Any
    piece: Any
    count: Any
    radix: Any
    rest: Any
    orbits: Any
    orbit_first: Any
    number: Any
    way: Any
    lead: Any
    fixing_first: Any
    fixing: Any
    shown: Any


def tables_of(a: Arrangements) -> Tables:
    """The tables of a numbering. Raises ValueError if a key needs more than 62 bits."""
    stretches, extras = a.stretches, len(a.stretches[0].material.extras)
    turn_weight, weight = _weights(a)
    key = _keys(a, turn_weight, weight)
    size = 4 << len(stretches).bit_length()
    keys, material = np.full(size, -1, np.int64), np.zeros(size, np.int64)
    for m, number in enumerate(key[:, 0].tolist()):
        slot = _slot(number, size)
        while keys[slot] != -1:
            slot = (slot + 1) % size
        keys[slot], material[slot] = number, m
    most_kinds = max(1, *(len(stretch.kinds) for stretch in stretches))
    kinds = np.zeros((4, len(stretches), most_kinds), np.int64)
    for m, stretch in enumerate(stretches):
        for i, (region, piece) in enumerate(stretch.kinds):
            kinds[:, m, i] = region, piece, stretch.material.counts[region * a.pieces + piece], stretch.sizes[i]
    known: dict[int, tuple[int, int]] = {}
    sets, orbits, made = 0, 0, []
    for stretch in stretches:
        found = stretch.orbits
        if found is not None and id(found) not in known:
            known[id(found)] = sets, orbits
            sets, orbits = sets + len(found.number), orbits + len(found.leads)
            made.append(found)
    places = [known[id(stretch.orbits)] if stretch.orbits is not None else (-1, 0) for stretch in stretches]
    fixing = [ways for each in made for ways in each.fixing]
    return Tables(
        cells=a.cells,
        exchanges=int(a.exchange is not None),
        becomes=_array(a.exchange.pieces if a.exchange else range(a.pieces)),
        exchanged=_bytes_of(a.cells, a.exchanged_image),
        turned=a.exchange is not None and a.exchange.cells != tuple(range(a.cells)),
        inside=_bits([sum(1 << cell for cell in region) for region in a.regions]),
        binomial=_array([[min(comb(n, k), MOST) for n in range(64)] for k in range(64)]),
        turn_weight=turn_weight,
        weight=weight,
        key=key,
        keys=keys,
        material=material,
        first=_array([*(stretch.first for stretch in stretches), a.size]),
        turn=_array([stretch.material.turn for stretch in stretches]),
        extras=_array([stretch.material.extras for stretch in stretches]).reshape(len(stretches), extras),
        kinds=_array([len(stretch.kinds) for stretch in stretches]),
        region=kinds[0],
        piece=kinds[1],
        count=kinds[2],
        radix=kinds[3],
        rest=_array([int(np.prod(stretch.sizes[1:], dtype=np.int64)) for stretch in stretches]),
        orbits=_array([place[0] for place in places]),
        orbit_first=_array([place[1] for place in places]),
        number=_joined(made, "number", counted=True),
        way=_joined(made, "way"),
        lead=_bits([lead for orbits in made for lead in orbits.leads]),
        fixing_first=np.cumsum([0, *map(len, fixing)]).astype(np.int64),
        fixing=_array([way for ways in fixing for way in ways]),
        shown=np.array([_bytes_of(a.cells, partial(a.image, way=way)) for way in range(len(a.symmetries))]),
    )


def _array(numbers: Any) -> Any:
    return np.array([list(row) if isinstance(row, range | tuple) else row for row in numbers], np.int64)


def _bits(masks: Any) -> Any:
    """Sets of up to 64 cells, as signed numbers with the same bits."""
    return np.array(masks, np.uint64).view(np.int64)


def _slot(key: int, size: int) -> int:
    product = (key * HASH) & ((1 << 64) - 1)
    signed = product - (1 << 64) if product >> 63 else product
    return (signed >> SLOT_BITS) & (size - 1)


def _joined(made: list[Orbits], name: str, counted: bool = False) -> Any:
    """One array of an attribute of all orbits. counted: whether it holds numbers of orbits, to be continued."""
    parts, first = [np.zeros(0, np.int64)], 0
    for orbits in made:
        parts.append(np.array(getattr(orbits, name), np.int64) + (first if counted else 0))
        first += len(orbits.leads)
    return np.concatenate(parts)


def _bytes_of(cells: int, image: Callable[[int], int]) -> Any:
    """[bytes, 256]: the image of the cells of each byte."""
    board = (1 << cells) - 1
    return _bits([[image(bits << 8 * byte & board) for bits in range(256)] for byte in range(-(-cells // 8))])


def _weights(a: Arrangements) -> tuple[int, Any]:
    """`turn_weight` and `weight` of the tables. Raises ValueError if a key does not fit in 62 bits."""
    counts = np.max([stretch.material.counts for stretch in a.stretches], axis=0).tolist()
    extras = [max(values) for values in zip(*(stretch.material.extras for stretch in a.stretches), strict=True)]
    weights, product = [], 1
    for most in (1, *counts, *extras):
        weights.append(product)
        product *= most + 1 + SPARE
    if product > MOST:
        raise ValueError("the pieces and extras are too many")
    of_extras = weights[1 + len(counts) :]
    weight = np.zeros((2, a.cells + len(extras), 64), np.int64)
    regions = {cell: region for region, cells in enumerate(a.regions) for cell in cells}
    for cell in range(a.cells):
        for piece in range(a.pieces):
            weight[0, cell, piece + 1] = weights[1 + regions[cell] * a.pieces + piece]
            if a.exchange is not None:
                weight[1, cell, piece + 1] = weights[1 + regions[cell] * a.pieces + a.exchange.pieces[piece]]
    for seen, places in enumerate((range(len(extras)), a.exchange.extras if a.exchange is not None else ())):
        for extra, place in enumerate(places):
            weight[seen, a.cells + place] = of_extras[extra] * np.arange(64)
    return weights[0], weight


def _keys(a: Arrangements, turn_weight: int, weight: Any) -> Any:
    """[materials, 2]: the key of each, as player 1 and as player 2 sees it."""
    keys = np.zeros((len(a.stretches), 2), np.int64)
    for m, stretch in enumerate(a.stretches):
        one = stretch.material
        for seen in (0, 1):
            total = (one.turn - 1) * turn_weight
            for kind, count in enumerate(one.counts):
                region, piece = divmod(kind, a.pieces)
                total += count * int(weight[seen, a.regions[region][0], piece + 1]) if a.regions[region] else 0
            total += sum(int(weight[seen, a.cells + extra, value]) for extra, value in enumerate(one.extras))
            keys[m, seen] = total
    return keys

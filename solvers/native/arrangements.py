"""The tables from which `loops/arrangements.py` computes ranks, made from `Arrangements`."""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from puzzles.boards.arrangements import Arrangements, Orbits
from solvers.native.loops.arrangements import HASH, SLOT_BITS

MOST = (1 << 62) - 1


class Tables(NamedTuple):
    """Arrays for the compiled ranks. R regions, P pieces, E extras, M materials, K the most kinds of a material.

    exchanges: 1 if ranks see the board as the player to move does, else 0. becomes: [2, P] the index of a piece
    as player 1 and as player 2 sees it. placed: [2, cells] likewise the cell. extra_place: [2, E] likewise.
    inside: [R] the cells of a region as bits. binomial: [k, n].

    turn_weight, weight [R * P], extra_weight [E]: their sum, times turn and numbers, is the key of a material.
    greatest, extra_greatest: the greatest of these numbers. keys, material: a hash table from keys to materials.

    Of each material: first [M + 1], the first rank; turn; extras [M, E]; kinds, how many kinds there are; region,
    piece, count, radix [M, K] of each kind; rest, the product of the radixes but the first; orbits, where those of its
    lead begin in `number` and `way`, -1 without symmetry; orbit_first, where they begin in `lead`.

    Of orbits: number, way [sets]: the orbit of a set, and a symmetry that leads there; lead [orbits], the numbered set;
    fixing_first [orbits + 1], fixing: the symmetries that keep it. shown: [symmetries, bytes, 256] the image of a byte
    of cells.
    """

    exchanges: int
    becomes: Any
    placed: Any
    extra_place: Any
    inside: Any
    binomial: Any
    turn_weight: int
    weight: Any
    greatest: Any
    extra_weight: Any
    extra_greatest: Any
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
    """The tables of a numbering. Raises ValueError if a key does not fit in 62 bits."""
    stretches, pieces = a.stretches, range(a.pieces)
    exchange, same = a.exchange, tuple(range(a.cells))
    extras = len(stretches[0].material.extras)
    greatest = np.max([stretch.material.counts for stretch in stretches], axis=0).astype(np.int64)
    extra_greatest = _array([max(s.material.extras[extra] for s in stretches) for extra in range(extras)])
    weights, product = [], 1
    for most in (1, *greatest.tolist(), *extra_greatest.tolist()):
        weights.append(product)
        product *= most + 1
    if product > MOST:
        raise ValueError("the pieces and extras are too many")
    split = 1 + len(greatest)
    weight, extra_weight = _array(weights[1:split]), _array(weights[split:])
    size = 4 << len(stretches).bit_length()
    keys, material = np.full(size, -1, np.int64), np.zeros(size, np.int64)
    for m, stretch in enumerate(stretches):
        one = stretch.material
        key = (one.turn - 1) * weights[0] + int(np.dot(weight, one.counts)) + int(np.dot(extra_weight, one.extras))
        slot = _slot(key, size)
        while keys[slot] != -1:
            slot = (slot + 1) % size
        keys[slot], material[slot] = key, m
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
        exchanges=int(exchange is not None),
        becomes=_array([pieces, exchange.pieces if exchange else pieces]),
        placed=_array([same, [exchange.cells.index(cell) for cell in same] if exchange else same]),
        extra_place=_array([range(extras), exchange.extras if exchange else range(extras)]).reshape(2, extras),
        inside=_array([sum(1 << cell for cell in region) for region in a.regions]),
        binomial=_array([[min(comb(n, k), MOST) for n in range(64)] for k in range(64)]),
        turn_weight=weights[0],
        weight=weight,
        greatest=greatest,
        extra_weight=extra_weight,
        extra_greatest=extra_greatest,
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
        number=_joined(made, "number", "orbit"),
        way=_joined(made, "way", ""),
        lead=_joined(made, "leads", ""),
        fixing_first=np.cumsum([0, *map(len, fixing)]).astype(np.int64),
        fixing=_array([way for ways in fixing for way in ways]),
        shown=_shown(a),
    )


def _array(numbers: Any) -> Any:
    return np.array([list(row) if isinstance(row, range | tuple) else row for row in numbers], np.int64)


def _slot(key: int, size: int) -> int:
    product = (key * HASH) & ((1 << 64) - 1)
    signed = product - (1 << 64) if product >> 63 else product
    return (signed >> SLOT_BITS) & (size - 1)


def _joined(made: list[Orbits], name: str, counted: str) -> Any:
    """One array of an attribute of all orbits; `counted`: numbers of orbits, which go on counting."""
    parts, first = [np.zeros(0, np.int64)], 0
    for orbits in made:
        parts.append(np.array(getattr(orbits, name), np.int64) + (first if counted else 0))
        first += len(orbits.leads)
    return np.concatenate(parts)


def _shown(a: Arrangements) -> Any:
    """[symmetries, bytes, 256]: the image of the cells of a byte under each symmetry."""
    shown = np.zeros((len(a.symmetries), -(-a.cells // 8), 256), np.int64)
    board = (1 << a.cells) - 1
    for way, byte, bits in np.ndindex(shown.shape):
        shown[way, byte, bits] = a.image(bits << 8 * byte & board, way)
    return shown

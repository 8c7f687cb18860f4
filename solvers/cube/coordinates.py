"""Rubik's Cube in numbers, and the effects of turns on them.

H. Kociemba, "The two-phase algorithm", kociemba.org/cube.htm.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from puzzles.twisty.cubes import AROUND, MIDDLE, SOLVED, TURNS, Pieces, pieces_of
from puzzles.twisty.stickers import rearranged

Numbers = Any

NAMES = tuple(face + turn for face in "UDLRFB" for turn in ("", "2", "'"))
"""The turns in the order of their numbers: opposite faces are next to each other."""

SECOND_PHASE = np.array([i for i, name in enumerate(NAMES) if name[0] in "UD" or name.endswith("2")])
MADE = [pieces_of(rearranged(SOLVED, TURNS[name])) for name in NAMES]
"""The pieces of a solved cube after each turn."""


def inverse_of(pieces: Pieces) -> Pieces:
    """The cube that is solved by the turns that lead from a solved one to this one."""
    corners, edges = np.argsort(pieces.corners), np.argsort(pieces.edges)
    return Pieces(
        tuple(corners.tolist()),
        tuple((-np.array(pieces.twists)[corners] % 3).tolist()),
        tuple(edges.tolist()),
        tuple(np.array(pieces.flips)[edges].tolist()),
    )


def _digits(count: int, ways: int) -> Numbers:
    """The twists or flips of all pieces for each number of those of all but the last."""
    numbers = np.arange(ways ** (count - 1))
    turned = np.stack([numbers // ways**i % ways for i in range(count - 1)], axis=1)
    return np.column_stack([turned, -turned.sum(axis=1) % ways])


def _numbered(turned: Numbers, ways: int) -> Numbers:
    return turned[:, :-1] @ ways ** np.arange(turned.shape[1] - 1)


@cache
def _orders(count: int) -> Numbers:
    return np.array(list(permutations(range(count))))


def _ranks(orders: Numbers) -> Numbers:
    """The lexicographic numbers of orders, one in each row."""
    count = orders.shape[1]
    numbers = np.zeros(len(orders), np.int64)
    for i in range(count):
        numbers = numbers * (count - i) + (orders[:, i + 1 :] < orders[:, i : i + 1]).sum(axis=1)
    return numbers


def _after_each(numbers: Numbers) -> Numbers:
    """Columns of numbers, one for each turn, as one array."""
    return np.stack(numbers, axis=1).astype(np.int32)


@cache
def twists() -> Numbers:
    """The effect of each turn on the corners' twists: int32 (2187, 18)."""
    turned = _digits(8, 3)
    return _after_each([_numbered((turned[:, made.corners] + made.twists) % 3, 3) for made in MADE])


@cache
def flips() -> Numbers:
    """The effect of each turn on the edges' flips: int32 (2048, 18)."""
    turned = _digits(12, 2)
    return _after_each([_numbered((turned[:, made.edges] + made.flips) % 2, 2) for made in MADE])


@cache
def _placings() -> tuple[Numbers, Numbers]:
    """Where the middle edges can be, as truth values, and the number of each of these sets, by their bits."""
    sets = [bits for bits in range(1 << 12) if bits.bit_count() == 4]
    sets.sort(reverse=True)  # at home, in the last four places, they come first
    numbers = np.full(1 << 12, -1)
    numbers[sets] = np.arange(len(sets))
    return np.array(sets)[:, None] >> np.arange(12) & 1, numbers


@cache
def middles() -> Numbers:
    """The effect of each turn on the places of the middle edges: int32 (495, 18)."""
    sets, numbers = _placings()
    return _after_each([numbers[sets[:, made.edges] @ (1 << np.arange(12))] for made in MADE])


@cache
def corners() -> Numbers:
    """The effect of each turn on the order of the corners: int32 (40320, 18)."""
    return _after_each([_ranks(_orders(8)[:, made.corners]) for made in MADE])


@cache
def outer_edges() -> Numbers:
    """The effect of each second-phase turn on the order of the outer edges: int32 (40320, 18), others unused."""
    return _after_each([_ranks(_orders(8)[:, _within(made.edges[:MIDDLE], 0)]) for made in MADE])


@cache
def middle_edges() -> Numbers:
    """The same for the four middle edges: int32 (24, 18)."""
    return _after_each([_ranks(_orders(4)[:, _within(made.edges[MIDDLE:], MIDDLE)]) for made in MADE])


def _within(edges: tuple[int, ...], first: int) -> list[int]:
    """Places relative to the first of these edges; those of a turn that mixes them with others do not matter."""
    return [(edge - first) % len(edges) for edge in edges]


def phase_one(pieces: Pieces) -> tuple[int, int, int]:
    """The numbers of the twists, the flips, and the places of the middle edges."""
    sets = sum(1 << place for place, edge in enumerate(pieces.edges) if edge >= MIDDLE)
    twist, flip = _numbered(np.array([pieces.twists]), 3)[0], _numbered(np.array([pieces.flips]), 2)[0]
    return int(twist), int(flip), int(_placings()[1][sets])


def corner_order(pieces: Pieces) -> int:
    """The number of the order of the corners."""
    return int(_ranks(np.array([pieces.corners]))[0])


def around() -> Numbers:
    """What each turn becomes on the cube turned about its corner between U, R and F."""
    return np.array([NAMES.index(AROUND[name[0]] + name[1:]) for name in NAMES])

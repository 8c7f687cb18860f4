"""Rubik's Cube in numbers, and the effects of turns on them.

H. Kociemba, "The two-phase algorithm", kociemba.org/cube.htm.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations, permutations
from math import prod

import numpy as np

from perfect_play.puzzles.twisty.cubes import AROUND, CORNERS, MIDDLE, PIECE_OF, SOLVED, TURNS, Pieces, pieces_of
from perfect_play.puzzles.twisty.stickers import rearranged
from perfect_play.solvers.arrays import Bools, Int32s, Ints

NAMES = tuple(face + turn for face in "UDLRFB" for turn in ("", "2", "'"))
"""The turns in the order of their numbers: opposite faces are next to each other."""

SECOND_PHASE = np.array([i for i, name in enumerate(NAMES) if name[0] in "UD" or name.endswith("2")])
AFTER_TURN = [pieces_of(rearranged(SOLVED, TURNS[name])) for name in NAMES]
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


def digits(count: int, base: int) -> Ints:
    """The twists or flips of all pieces for each number of those of all but the last."""
    numbers = np.arange(base ** (count - 1))
    turned = np.stack([numbers // base**i % base for i in range(count - 1)], axis=1)
    return np.column_stack([turned, -turned.sum(axis=1) % base])


def numbered(turned: Ints, base: int) -> Ints:
    """The number of each row of twists or flips."""
    numbers: Ints = turned[:, :-1] @ base ** np.arange(turned.shape[1] - 1)
    return numbers


@cache
def _orders(count: int) -> Ints:
    return np.array(list(permutations(range(count))))


def _ranks(orders: Ints) -> Ints:
    """The lexicographic numbers of orders, one in each row."""
    count = orders.shape[1]
    numbers = np.zeros(len(orders), np.int64)
    for i in range(count):
        numbers = numbers * (count - i) + (orders[:, i + 1 :] < orders[:, i : i + 1]).sum(axis=1)
    return numbers


def twists_after(pieces: Pieces) -> Ints:
    """The effect on the corners' twists of what turns a solved cube into one with these pieces: int (2187,)."""
    return numbered((digits(8, 3)[:, pieces.corners] + pieces.twists) % 3, 3)


def flips_after(pieces: Pieces) -> Ints:
    """The same as `twists_after` for the edges' flips: int (2048,)."""
    return numbered((digits(12, 2)[:, pieces.edges] + pieces.flips) % 2, 2)


def _sets(home: Sequence[int], count: int) -> tuple[Ints, Ints]:
    """The sets of as many places as `home`, in rows, that one first; and the number of each set, by its bits."""
    sets = np.array(
        [[i in members for i in range(count)] for members in combinations(range(count), len(home))], np.int64
    )
    bits = 1 << np.arange(count)
    order = np.argsort(sets @ bits != bits[list(home)].sum(), kind="stable")
    sets, numbers = sets[order], np.full(1 << count, -1)
    numbers[sets @ bits] = np.arange(len(sets))
    return sets, numbers


@cache
def _middle_sets() -> tuple[Ints, Ints]:
    return _sets(range(MIDDLE, 12), 12)


@cache
def _tetrad_sets() -> tuple[Ints, Ints]:
    """A tetrad: four corners no two of which share an edge; the first one has the corner between U, R and F."""
    return _sets([i for i, place in enumerate(CORNERS) if prod(PIECE_OF[place[0]]) > 0], 8)


def middle_places() -> Ints:
    """For each number, the places of the middle edges as truth values, those at home first: int (495, 12)."""
    return _middle_sets()[0]


def middle_numbers(inside: Ints | Bools) -> Ints:
    """The number of each row of `middle_places`."""
    return _middle_sets()[1][inside @ (1 << np.arange(12))]


def tetrad_places() -> Ints:
    """For each number, the places of the corners of the first tetrad as truth values, at home first: int (70, 8)."""
    return _tetrad_sets()[0]


def tetrad_numbers(inside: Ints) -> Ints:
    """The number of each row of `tetrad_places`."""
    return _tetrad_sets()[1][inside @ (1 << np.arange(8))]


def middles_after(pieces: Pieces) -> Ints:
    """The same as `twists_after` for the places of the middle edges: int (495,)."""
    return middle_numbers(middle_places()[:, pieces.edges])


def tetrads_after(pieces: Pieces) -> Ints:
    """The same as `twists_after` for the places of the first tetrad's corners: int (70,)."""
    return tetrad_numbers(tetrad_places()[:, pieces.corners])


def _relative_places(edges: tuple[int, ...], first: int) -> list[int]:
    """Places relative to the first of these edges; those of a turn that mixes them with others do not matter."""
    return [(edge - first) % len(edges) for edge in edges]


@cache
def after_each_turn(effect: Callable[[Pieces], Ints]) -> Int32s:
    """The effect of each turn on some numbers: int32 (numbers, 18). effect: that of turns that lead to these pieces."""
    return np.stack([effect(pieces) for pieces in AFTER_TURN], axis=1).astype(np.int32)


twists = partial(after_each_turn, twists_after)
flips = partial(after_each_turn, flips_after)
middles = partial(after_each_turn, middles_after)
tetrads = partial(after_each_turn, tetrads_after)
corners = partial(after_each_turn, lambda pieces: _ranks(_orders(8)[:, pieces.corners]))
"""That on the order of the corners: int32 (40320, 18)."""
outer_edges = partial(after_each_turn, lambda pieces: _ranks(_orders(8)[:, _relative_places(pieces.edges[:MIDDLE], 0)]))
"""That of the second phase's turns on the order of the outer edges: int32 (40320, 18), others unused."""
middle_edges = partial(
    after_each_turn, lambda pieces: _ranks(_orders(4)[:, _relative_places(pieces.edges[MIDDLE:], MIDDLE)])
)
"""The same for the four middle edges: int32 (24, 18)."""


def phase_one(pieces: Pieces) -> tuple[int, int, int]:
    """The numbers of the twists, the flips, and the places of the middle edges."""
    twist, flip = numbered(np.array([pieces.twists]), 3)[0], numbered(np.array([pieces.flips]), 2)[0]
    return int(twist), int(flip), int(middle_numbers(np.array(pieces.edges) >= MIDDLE))


def tetrad(pieces: Pieces) -> int:
    """The number of the places of the first tetrad's corners."""
    return int(tetrad_numbers(tetrad_places()[0][list(pieces.corners)]))


def corner_order(pieces: Pieces) -> int:
    """The number of the order of the corners."""
    return int(_ranks(np.array([pieces.corners]))[0])


def edges_solved(edges: Sequence[int], turns: Sequence[int]) -> bool:
    """Whether turns bring the edges of a cube, given in their order, home."""
    for turn in turns:
        edges = [edges[place] for place in AFTER_TURN[turn].edges]
    return list(edges) == sorted(edges)


def along_axes() -> Ints:
    """What each turn is when seen along each axis: int (3, 18)."""
    rotation = around()
    return np.stack([np.arange(len(NAMES)), rotation, rotation[rotation]])


def around() -> Ints:
    """What each turn becomes on the cube turned about its corner between U, R and F."""
    return np.array([NAMES.index(AROUND[name[0]] + name[1:]) for name in NAMES])

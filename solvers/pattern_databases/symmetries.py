"""The sixteen symmetries of a cube that keep its vertical axis, and their effects on the numbers of `coordinates.py`.

A symmetry moves and recolors the whole cube, so that a solved one looks as before; turns become other turns. As many
turns solve a cube before and after. (Reducing a table by them: H. Kociemba, "The two-phase algorithm: symmetry",
kociemba.org/math/symmetric.htm.)
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from perfect_play.puzzles.twisty.cubes import CORNERS, EDGES, FACES, MIDDLE
from perfect_play.solvers.arrays import Int16s, Ints
from perfect_play.solvers.pattern_databases import coordinates

COUNT = 16
BASES = (("DURLFB", False), ("UDRLFB", True))
"""What a half turn about F and B, and a reflection of left and right, make of the faces U, D, L, R, F, B."""
QUARTER = "UDFBRL"
"""What a quarter turn about U and D makes of them."""


class Symmetry(NamedTuple):
    """One symmetry.

    faces: where each face goes. mirrored: whether turns change their sense. quarters: how many it turns about U and D.
    """

    faces: dict[str, str]
    mirrored: bool
    quarters: int

    def turn(self, name: str) -> str:
        """What a turn becomes."""
        return self.faces[name[0]] + ({"": "'", "'": ""}.get(name[1:], name[1:]) if self.mirrored else name[1:])

    def places(self, places: list[bytes]) -> Ints:
        """Where each place of a corner or an edge goes."""
        faces = [frozenset(FACES[sticker // 9] for sticker in place) for place in places]
        return np.array([faces.index(frozenset(self.faces[face] for face in place)) for place in faces])


@cache
def symmetries() -> tuple[Symmetry, ...]:
    """All sixteen; the first changes nothing."""
    order = "UDLRFB"
    result = [Symmetry(dict(zip(order, order, strict=True)), False, 0)]
    for letters, mirrored in BASES:
        base = dict(zip(order, letters, strict=True))
        result += [
            Symmetry({face: base[to] for face, to in symmetry.faces.items()}, symmetry.mirrored ^ mirrored, 0)
            for symmetry in result
        ]
    quarter = dict(zip(order, QUARTER, strict=True))
    for _ in range(3):
        result += [
            Symmetry(
                {face: quarter[to] for face, to in symmetry.faces.items()}, symmetry.mirrored, symmetry.quarters + 1
            )
            for symmetry in result[-4:]
        ]
    return tuple(result)


def turns() -> Ints:
    """What each symmetry makes of each turn: int (16, 18)."""
    names = coordinates.NAMES
    return np.array([[names.index(symmetry.turn(name)) for name in names] for symmetry in symmetries()])


def composed() -> Ints:
    """The symmetry that equals one after another, by [first, second]: int (16, 16)."""
    numbers = {tuple(row): i for i, row in enumerate(turns().tolist())}
    return np.array([[numbers[tuple(second[first])] for second in turns()] for first in turns()])


def twists() -> Int16s:
    """What each symmetry makes of the corners' twists: int16 (16, 2187)."""
    turned = coordinates.digits(8, 3)
    return np.array(
        [
            coordinates.numbered(_permuted(-turned % 3 if symmetry.mirrored else turned, symmetry.places(CORNERS)), 3)
            for symmetry in symmetries()
        ],
        np.int16,
    )


def flips() -> Int16s:
    """What each symmetry makes of the edges' flips while the middle edges are at home: int16 (16, 2048)."""
    turned = coordinates.digits(12, 2)
    return np.array(
        [coordinates.numbered(_permuted(turned, symmetry.places(EDGES)), 2) for symmetry in symmetries()], np.int16
    )


def flips_elsewhere() -> Int16s:
    """What to add to `flips` by exclusive or, for each set of places of the middle edges: int16 (16, 495).

    Whether an edge is flipped is told by its sticker on U or D, else on F or B. After a quarter turn about U and D the
    latter is on L or R, so that middle edges count as flipped in other places, and other edges between U and D.
    """
    away = coordinates.middle_places() ^ (np.arange(12) >= MIDDLE)
    rows = [_permuted(away * (symmetry.quarters % 2), symmetry.places(EDGES)) for symmetry in symmetries()]
    return np.array([coordinates.numbered(row, 2) for row in rows], np.int16)


def middles() -> Ints:
    """What each symmetry makes of the places of the middle edges: int (16, 495)."""
    inside = coordinates.middle_places()
    return np.array(
        [coordinates.middle_numbers(_permuted(inside, symmetry.places(EDGES))) for symmetry in symmetries()]
    )


def tetrads() -> Ints:
    """What each symmetry makes of the places of the corners of the first tetrad: int (16, 70).

    One that exchanges the tetrads moves the places of the others there.
    """
    inside, home = coordinates.tetrad_places(), coordinates.tetrad_places()[0]
    rows = []
    for symmetry in symmetries():
        places = symmetry.places(CORNERS)
        exchanged = home[places[0]] != home[0]
        rows.append(coordinates.tetrad_numbers(_permuted(inside ^ exchanged, places)))
    return np.array(rows)


def _permuted(columns: Ints, places: Ints) -> Ints:
    """The columns, each moved to its new place."""
    result = np.empty_like(columns)
    result[:, places] = columns
    return result

"""Rubik's Cube with three stickers a side: its geometry, its pieces and the effect of turns on them.

The axes are x to the right (R), y up (U) and z to the front (F). A face's stickers are numbered row by row on the
unfolded cube, a strip of F, U, B and D with L above and R below the U face.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from perfect_play.puzzles.mixins import Searchable
from perfect_play.puzzles.permutations import number_and_parity
from perfect_play.puzzles.twisty.stickers import StickerPuzzle, inverse, rearranged

Vector = tuple[int, int, int]

FACES = "FLURBD"
NORMALS: dict[str, Vector] = {
    "F": (0, 0, 1),
    "L": (-1, 0, 0),
    "U": (0, 1, 0),
    "R": (1, 0, 0),
    "B": (0, 0, -1),
    "D": (0, -1, 0),
}
DOWN: dict[str, Vector] = {
    "F": (1, 0, 0),
    "L": (0, 1, 0),
    "U": (1, 0, 0),
    "R": (0, -1, 0),
    "B": (1, 0, 0),
    "D": (1, 0, 0),
}
"""The direction in which the rows of each face follow each other; those of the columns come next."""
ALONG: dict[str, Vector] = {
    "F": (0, 1, 0),
    "L": (0, 0, -1),
    "U": (0, 0, -1),
    "R": (0, 0, -1),
    "B": (0, -1, 0),
    "D": (0, 0, 1),
}
SOLVED = b"".join(b"%d" % color * 9 for color in range(6))


def _sum(*vectors: Vector) -> Vector:
    x, y, z = map(sum, zip(*vectors, strict=True))
    return x, y, z


def _times(factor: int, vector: Vector) -> Vector:
    return factor * vector[0], factor * vector[1], factor * vector[2]


def dot(first: Vector, second: Vector) -> int:
    """The scalar product."""
    return sum(a * b for a, b in zip(first, second, strict=True))


def cross(first: Vector, second: Vector) -> Vector:
    """The cross product."""
    (a, b, c), (x, y, z) = first, second
    return b * z - c * y, c * x - a * z, a * y - b * x


PIECE_OF = [
    _sum(NORMALS[face], _times(row, DOWN[face]), _times(col, ALONG[face]))
    for face in FACES
    for row in (-1, 0, 1)
    for col in (-1, 0, 1)
]
"""Of every sticker, the center of its piece; the pieces are a unit wide."""
STICKERS = {(PIECE_OF[sticker], NORMALS[FACES[sticker // 9]]): sticker for sticker in range(54)}


def order_of_turn(face: str) -> bytes:
    """The effect of a clockwise turn: for each place, the sticker that comes there."""
    axis = NORMALS[face]

    def turned(vector: Vector) -> Vector:
        return _sum(cross(vector, axis), _times(dot(axis, vector), axis))

    order = list(range(54))
    for (piece, normal), sticker in STICKERS.items():
        if dot(axis, piece) == 1:
            order[STICKERS[turned(piece), turned(normal)]] = sticker
    return bytes(order)


def _places(stickers: int) -> Iterator[bytes]:
    """The stickers of each corner (3), clockwise from the one on U or D; or of each edge (2), first the one on U or D,
    else on F or B, which defines whether the edge is flipped. Edges between U and D come last.
    """
    for piece in sorted(set(PIECE_OF), key=lambda piece: (piece[1] == 0, piece)):
        faces = [face for face in "UDFBLR" if dot(NORMALS[face], piece) == 1]
        if len(faces) == stickers:
            first, *following = (NORMALS[face] for face in faces)
            if stickers == 3 and dot(first, cross(*following)) > 0:
                following.reverse()
            yield bytes(STICKERS[piece, normal] for normal in (first, *following))


CORNERS, EDGES = list(_places(3)), list(_places(2))
MIDDLE = 8
"""The first of the edges between U and D."""

QUARTERS = {face: order_of_turn(face) for face in FACES}
TURNS = {
    name: order
    for face, turn in QUARTERS.items()
    for name, order in ((face, turn), (f"{face}2", rearranged(turn, turn)), (f"{face}'", inverse(turn)))
}


@dataclass(frozen=True)
class Pieces:
    """For every place of a corner or an edge: the number of the piece there, and how often it is twisted or flipped."""

    corners: tuple[int, ...]
    twists: tuple[int, ...]
    edges: tuple[int, ...]
    flips: tuple[int, ...]


def _looks(places: Iterable[bytes]) -> dict[bytes, tuple[int, int]]:
    """The colors of each piece in each way it can stand in a place: its number, and the sticker that came first."""
    pieces = {}
    for number, place in enumerate(places):
        colors = rearranged(SOLVED, place)
        for turned in range(len(colors)):
            pieces[colors[-turned:] + colors[:-turned] if turned else colors] = number, turned
    return pieces


CORNER_LOOKS, EDGE_LOOKS = _looks(CORNERS), _looks(EDGES)


def pieces_of(position: bytes) -> Pieces:
    """The pieces of a cube with its centers in place. Raises ValueError if it is not made of the 20 pieces."""
    try:
        corners, twists = zip(*[CORNER_LOOKS[rearranged(position, place)] for place in CORNERS], strict=True)
        edges, flips = zip(*[EDGE_LOOKS[rearranged(position, place)] for place in EDGES], strict=True)
    except KeyError as error:
        raise ValueError("there is no such piece") from error
    if len(set(corners)) < len(CORNERS) or len(set(edges)) < len(EDGES):
        raise ValueError("a piece is there twice")
    return Pieces(corners, twists, edges, flips)


def stickers_of(pieces: Pieces) -> bytes:
    """The cube with these pieces."""
    position = bytearray(SOLVED)
    for places, numbers, turns in (
        (CORNERS, pieces.corners, pieces.twists),
        (EDGES, pieces.edges, pieces.flips),
    ):
        for place, number, turned in zip(places, numbers, turns, strict=True):
            colors = rearranged(SOLVED, places[number])
            for i, sticker in enumerate(place):
                position[sticker] = colors[(i - turned) % len(place)]
    return bytes(position)


AROUND = dict(zip("URFDLB", "RFULBD", strict=True))
"""Where the faces go when the whole cube turns about its corner between U, R and F."""


def _next(vector: Vector) -> Vector:
    """Where a point ends up after this turn of the cube."""
    x, y, z = vector
    return y, z, x


_AROUND_ORDER = inverse(bytes(STICKERS[_next(piece), _next(normal)] for piece, normal in STICKERS))
_AROUND_COLORS = bytes.maketrans(b"012345", bytes(ord("0") + FACES.index(AROUND[face]) for face in FACES))


def turned_around(position: bytes) -> bytes:
    """The cube turned about that corner, and recolored so that its centers are in place again."""
    return rearranged(position, _AROUND_ORDER).translate(_AROUND_COLORS)


def solvable(pieces: Pieces) -> bool:
    """Whether turning faces can solve a cube: true of one in twelve of all possible assemblies."""
    odd = {number_and_parity(order, range(len(order)))[1] for order in (pieces.corners, pieces.edges)}
    return len(odd) == 1 and sum(pieces.twists) % 3 == 0 and sum(pieces.flips) % 2 == 0


def random_cube(rng: random.Random) -> bytes:
    """A random solvable cube, all equally likely."""
    corners, edges = rng.sample(range(8), 8), rng.sample(range(12), 12)
    twists, flips = rng.choices(range(3), k=7), rng.choices(range(2), k=11)
    twists.append(-sum(twists) % 3)
    flips.append(sum(flips) % 2)
    pieces = Pieces(tuple(corners), tuple(twists), tuple(edges), tuple(flips))
    if not solvable(pieces):
        edges[0], edges[1] = edges[1], edges[0]
        pieces = replace(pieces, edges=tuple(edges))
    return stickers_of(pieces)


class CubePuzzle(Searchable, StickerPuzzle):
    """Rubik's Cube with three stickers a side, its centers in place. `F`, `F2` and `F'` turn the front face.

    on_request: there are too many positions for any table, and each is searched on request.
    """

    colors = "012345"
    on_request: bool

    def hopeless(self, position: bytes) -> str | None:
        """A sentence if turns of faces cannot solve it."""
        return None if solvable(pieces_of(position)) else "No turn of a face changes what is wrong with its pieces."

    def heuristic(self, position: bytes) -> int:
        """A turn of a face moves four corners and four edges; a turn of a middle layer equals two of those."""
        pieces, each = pieces_of(position), 4 if self.on_request else 8
        counts = [
            sum((piece, turned) != (place, 0) for place, (piece, turned) in enumerate(zip(order, turns, strict=True)))
            for order, turns in ((pieces.corners, pieces.twists), (pieces.edges, pieces.flips))
        ]
        return max(-(-count // each) for count in counts)

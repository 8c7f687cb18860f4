"""Reads cubes as cubers write them: as the letters of the stickers' faces, and as scrambles that turn any layers.

A cube that a scramble leaves turned as a whole stays as it is held, so that turns of its faces, which keep their names,
solve it; its colors are renamed after the faces on which its centers are.
"""

from collections import Counter
from collections.abc import Callable

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, short
from perfect_play.puzzles.twisty.cubes import FACES, NORMALS, STICKERS, Vector, cross, dot

LETTERS = "URFDLB"
"""The faces in the order in which their stickers are written."""
FIRST_ROW = {"U": "B", "R": "U", "F": "U", "D": "F", "L": "U", "B": "U"}
"""The face beside the first row of each."""


def layer_turn(face: str, belongs: Callable[[int], bool]) -> bytes:
    """The effect of turning layers clockwise as seen from a face: of each place, the sticker that comes there.

    belongs: whether a layer turns, by its distance from the middle toward the face.
    """
    axis = NORMALS[face]

    def turned(vector: Vector) -> Vector:
        x, y, z = cross(vector, axis)
        along = dot(axis, vector)
        return x + along * axis[0], y + along * axis[1], z + along * axis[2]

    order = list(range(len(STICKERS)))
    for (piece, normal), sticker in STICKERS.items():
        if belongs(dot(axis, piece)):
            order[STICKERS[turned(piece), turned(normal)]] = sticker
    return bytes(order)


def cube_turns() -> dict[str, bytes]:
    """All turns of the cube with three stickers a side: of faces, two layers, middle layers and the whole cube."""
    turns = {}
    for face in FACES:
        turns[face] = layer_turn(face, lambda layer: layer == 1)
        turns[f"{face}w"] = turns[face.lower()] = layer_turn(face, lambda layer: layer >= 0)
    for middle, face in zip("MES", "LDF", strict=True):
        turns[middle] = layer_turn(face, lambda layer: layer == 0)
    for whole, face in zip("xyz", "RUF", strict=True):
        turns[whole] = layer_turn(face, lambda layer: True)
    return turns


def with_centers_home(stickers: bytes) -> bytes:
    """A cube with its colors renamed after the faces on which their centers are. Raises IllegalPosition."""
    centers = stickers[4::9]
    if len(set(centers)) < len(FACES):
        raise IllegalPosition("Two centers of the cube have one color.")
    return stickers.translate(bytes.maketrans(centers, b"012345"))


MOST_TURNS = 20
"""As many turns solve any cube (T. Rokicki and others, 2010): more letters without blanks are hardly turns."""


def are_facelets(text: str) -> bool:
    """Whether a text is letters of faces, perhaps one too few, and not turns with blanks between them."""
    words = text.split()
    letters = "".join(words).upper()
    return len(letters) > max(MOST_TURNS, len(words)) and not set(letters) - set(LETTERS)


def read_facelets(text: str, side: int) -> bytes:
    """The stickers of a cube, by the numbers of their faces, from letters in the order of LETTERS, row by row.

    Raises MalformedPosition.
    """
    letters = "".join(text.split()).upper()
    counts = Counter(letters)
    wrong = next((letter for letter in LETTERS if counts[letter] != side * side), "")
    if wrong:
        raise MalformedPosition(
            f"{short(text)}: as stickers, each of {LETTERS} is there {side * side} times, but {wrong} "
            f"{counts[wrong]} times; as turns, they have blanks between them."
        )
    coordinates = range(-1, 2, 4 - side)
    places = []
    for face in LETTERS:
        normal, up = NORMALS[face], NORMALS[FIRST_ROW[face]]
        right = cross(up, normal)
        for down_step in coordinates:
            for step in coordinates:
                x, y, z = (n - down_step * u + step * r for n, u, r in zip(normal, up, right, strict=True))
                places.append(STICKERS[(x, y, z), normal])
    by_place = dict(zip(places, letters, strict=True))
    return b"".join(b"%d" % FACES.index(by_place[place]) for place in sorted(by_place))

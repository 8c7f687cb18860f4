"""Solid puzzles, which can be rotated on the page: a convex body whose faces are made of stickers.

The axes are x to the right, y up and z to the viewer; bodies lie around the origin and reach up to 1 from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, hypot, radians, sin, sqrt
from typing import Any

from perfect_play.puzzles.drawing.svg_shapes import BLACK, at, path
from perfect_play.puzzles.view import Board

Vector = tuple[float, float, float]
Corners = tuple[Vector, ...]
Placed = Iterable[tuple[int, Sequence[Vector]]]
"""The cells and the corners of stickers."""
Turn = tuple[Vector, float, int, bool]
"""The axis of a turn, how far out along it the stickers that turn lie at least, the degrees that it takes, and whether
those as far out on the other side turn with them."""

RIGHT, UP, FRONT = (1, 0, 0), (0, 1, 0), (0, 0, 1)
LEFT, DOWN, BACK = (-1, 0, 0), (0, -1, 0), (0, 0, -1)
NORMALS: dict[str, Vector] = {"F": FRONT, "L": LEFT, "U": UP, "R": RIGHT, "B": BACK, "D": DOWN}
"""The outward direction of each face of a cube."""

PYRAMID: dict[str, Vector] = {
    "U": (0, 1, 0),
    "L": (-sqrt(2 / 3), -1 / 3, sqrt(2) / 3),
    "R": (sqrt(2 / 3), -1 / 3, sqrt(2) / 3),
    "B": (0, -1 / 3, -sqrt(8) / 3),
}
"""The corners of a pyramid, by the names that the Pyraminx gives them."""


@dataclass(frozen=True)
class Body:
    """A convex body. stickers: of each, the cell of the board that has its color, and its corners, counterclockwise
    as seen from outside. colors: by the characters of cells; others are black. turns: of its parts; which of them are
    moves is for the rules to say. yaw, pitch: the initial rotation of the body in degrees, first about the vertical and
    then toward the viewer.
    """

    stickers: tuple[tuple[int, Corners], ...]
    colors: Mapping[str, str]
    turns: tuple[Turn, ...]
    yaw: float
    pitch: float

    def as_json(self) -> dict[str, Any]:
        """The body for the page."""
        rounded = [
            [cell, [[round(part, 4) for part in corner] for corner in corners]] for cell, corners in self.stickers
        ]
        turns = [[[round(part, 4) for part in axis], round(depth, 4), *others] for axis, depth, *others in self.turns]
        colors = dict(self.colors)
        return {"stickers": rounded, "colors": colors, "turns": turns, "yaw": self.yaw, "pitch": self.pitch}

    def drawing(self, board: Board, radius: float) -> str:
        """The visible stickers, around (0, 0)."""
        visible = []
        for cell, corners in self.stickers:
            points = [self._projected(corner, radius) for corner in corners]
            (ax, ay), (bx, by), (cx, cy) = points[:3]
            if (bx - ax) * (cy - ay) < (cx - ax) * (by - ay):  # y points down
                color = self.colors.get(board.cells[cell], BLACK)
                style = f'fill="{color}" stroke="{BLACK}" stroke-width="3" stroke-linejoin="round"'
                visible.append(path(f"M{'L'.join(map(at, points))}Z", style))
        return "".join(visible)

    def _projected(self, point: Vector, radius: float) -> tuple[float, float]:
        """Where a point is drawn, by a parallel projection."""
        x, y, z = point
        yaw, pitch = radians(self.yaw), radians(self.pitch)
        depth = z * cos(yaw) - x * sin(yaw)
        return radius * (x * cos(yaw) + z * sin(yaw)), radius * (depth * sin(pitch) - y * cos(pitch))


def times(factor: float, vector: Vector) -> Vector:
    """The vector times `factor`."""
    return factor * vector[0], factor * vector[1], factor * vector[2]


def plus(*vectors: Vector) -> Vector:
    """The sum of vectors."""
    x, y, z = (sum(parts) for parts in zip(*vectors, strict=True))
    return x, y, z


def cross(first: Vector, second: Vector) -> Vector:
    """The cross product."""
    (a, b, c), (x, y, z) = first, second
    return b * z - c * y, c * x - a * z, a * y - b * x


def _outward(corners: Sequence[Vector]) -> Corners:
    """The corners, counterclockwise as seen from outside."""
    first, second, third = corners[:3]
    normal = cross(plus(second, times(-1, first)), plus(third, times(-1, first)))
    outside = sum(a * b for a, b in zip(normal, first, strict=True)) > 0
    return tuple(corners if outside else reversed(corners))


def _body(stickers: Placed, colors: Mapping[str, str], turns: Iterable[Turn], yaw: float, pitch: float) -> Body:
    """The body, scaled to reach up to 1. turns: as the stickers are placed, by axes of any length."""
    placed = list(stickers)
    radius = max(hypot(*corner) for _, corners in placed for corner in corners)
    unit = [(cell, [times(1 / radius, corner) for corner in corners]) for cell, corners in placed]
    unit_turns = [
        (times(1 / hypot(*axis), axis), depth / radius, degrees, both) for axis, depth, degrees, both in turns
    ]
    return Body(tuple((cell, _outward(corners)) for cell, corners in unit), colors, tuple(unit_turns), yaw, pitch)


def cube(
    faces: Mapping[str, Sequence[Sequence[int]]],
    neighbors: Mapping[str, str],
    colors: Mapping[str, str],
    double: bool = False,
) -> Body:
    """A cube of square stickers. faces: the cells of each, row by row. neighbors: the faces above and right of it.
    double: whether opposite layers turn together.
    """

    def stickers() -> Placed:
        for face, rows in faces.items():
            up, right = (NORMALS[name] for name in neighbors[face])
            size = len(rows)
            for i, row in enumerate(rows):
                for j, cell in enumerate(row):
                    ends = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
                    yield (
                        cell,
                        [
                            plus(NORMALS[face], times(1 - 2 * down / size, up), times(2 * along / size - 1, right))
                            for down, along in ends
                        ],
                    )

    size = len(faces["F"])
    turns = [(axis, 1 - 2 / size, 90, double) for axis in NORMALS.values()]
    return _body(stickers(), colors, turns, -35, 28)


def cut_cube(
    faces: Mapping[str, tuple[int, Sequence[int]]], neighbors: Mapping[str, str], colors: Mapping[str, str]
) -> Body:
    """A cube cut across its corners, as the Skewb is. faces: the cell of each center and, row by row, of the four
    corners around it. neighbors: the faces above, to the right of, below and to the left of each.
    """

    def stickers() -> Placed:
        for face, (center, corners) in faces.items():
            normal = NORMALS[face]
            up, right, down, left = (NORMALS[name] for name in neighbors[face])
            yield center, [plus(normal, edge) for edge in (up, right, down, left)]
            pairs = ((up, left), (up, right), (down, left), (down, right))
            for cell, (first, second) in zip(corners, pairs, strict=True):
                yield cell, [plus(normal, first, second), plus(normal, first), plus(normal, second)]

    turns = [((x, y, z), 0.0, 120, False) for x, y, z in product((-1, 1), repeat=3)]
    return _body(stickers(), colors, turns, -35, 28)


def pyramid(faces: Mapping[str, Sequence[Sequence[int]]], colors: Mapping[str, str]) -> Body:
    """A pyramid of triangular stickers. faces: by the three corners of each, its apex and the left and right ends of
    its base, its cells from the apex to the base.
    """

    def stickers() -> Placed:
        for names, rows in faces.items():
            for row, cells in enumerate(rows):
                for i, cell in enumerate(cells):
                    third = (row, i // 2 + 1) if i % 2 else (row + 1, i // 2)
                    ends = ((row, i // 2), third, (row + 1, i // 2 + 1))
                    yield cell, [_on_face(names, down / len(rows), along / len(rows)) for down, along in ends]

    rows = len(next(iter(faces.values())))
    turns = [(corner, 1 - 4 / 3 * cut / rows, 120, False) for corner in PYRAMID.values() for cut in range(1, rows)]
    return _body(stickers(), colors, turns, -42, 24)


def _on_face(names: str, down: float, along: float) -> Vector:
    """A point on a face of the pyramid, by the fractions of the way from the apex to the base and along the base."""
    top, left, right = (PYRAMID[name] for name in names)
    return plus(times(1 - down, top), times(down - along, left), times(along, right))

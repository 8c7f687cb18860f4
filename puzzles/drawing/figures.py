"""Boards whose cells are lines between points, or hexagons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import INK, Point, circle, filled, label, n, path, stroke
from perfect_play.puzzles.view import EMPTY, VOID


def lines_between(
    corners: Sequence[tuple[float, float]], edges: Iterable[tuple[int, int]], colors: Mapping[str, str]
) -> Look:
    """Each cell is the line between two of the corners; colors: by character."""
    kinds, pieces, centers, under = "", {EMPTY: ""}, [], ""
    for number, (a, b) in enumerate(edges):
        (x, y), (u, v) = corners[a], corners[b]
        share = 0.38 if (b - a) * 2 == len(corners) else 0.5  # diameters all meet in the middle
        kind = chr(65 + number)
        kinds += kind
        centers.append(Point(x + share * (u - x), y + share * (v - y)))
        under += f"M{n(x)} {n(y)}L{n(u)} {n(v)}"
        ends = f"M{n(share * (x - u))} {n(share * (y - v))}L{n((1 - share) * (u - x))} {n((1 - share) * (v - y))}"
        pieces |= {kind + char: stroke(ends, color, 5) for char, color in colors.items()}
    faint = stroke(under, "#8a939a", 1.5, 'stroke-opacity="0.5"')
    dots = "".join(circle(x, y, 9, f'class="ink" fill="{INK}"') for x, y in corners)
    dots += "".join(label(str(i + 1), x, y, "#f4f1ea", 12, 'class="on-ink"') for i, (x, y) in enumerate(corners))
    size = Point(max(x for x, _ in corners) + 15, max(y for _, y in corners) + 15)
    return Look(pieces, kinds=kinds, centers=tuple(centers), size=size, under=faint, over=dots)


def hexagons(
    centers: Iterable[tuple[float, float]], pieces: Mapping[str, str], radius: float, flat: bool = False
) -> Look:
    """Cells that are hexagons of this radius, with a corner or, if `flat`, a side at the top."""
    unshifted = [Point(x, y) for x, y in centers]
    left, top = min(x for x, _ in unshifted) - radius, min(y for _, y in unshifted) - radius
    places = tuple(Point(x - left, y - top) for x, y in unshifted)
    turn = 0.0 if flat else pi / 6
    rim = [(radius * cos(turn + i * pi / 3), radius * sin(turn + i * pi / 3)) for i in range(6)]
    cells = ""
    for x, y in places:
        outline = "M" + "L".join(f"{n(x + dx)} {n(y + dy)}" for dx, dy in rim) + "Z"
        cells += path(outline, filled("#e7d3a8", "#9a7b45", 1.5))
    size = Point(max(x for x, _ in places) + radius, max(y for _, y in places) + radius)
    return Look({EMPTY: "", VOID: "", **pieces}, centers=places, size=size, under=cells)

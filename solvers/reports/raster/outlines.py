"""The outlines of SVG's shapes as lines of points: rectangles, circles, and paths of all commands but `S`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import acos, ceil, copysign, cos, hypot, pi, radians, sin, sqrt

Point = tuple[float, float]
Line = list[Point]

TOKEN = re.compile(r"[MLHVZQTACmlhvzqtac]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "Z": 0, "Q": 4, "T": 2, "A": 7, "C": 6}
BEND = 16  # points of a curve
FINE = pi / 24  # from one point of an arc to the next


def circle(x: float, y: float, radius: float) -> Line:
    """A circle, closed."""
    return list(_arc((x, y), (radius, radius), 0, 0, 2 * pi))


def rectangle(x: float, y: float, width: float, height: float, corner: float) -> Line:
    """A rectangle with round corners, closed."""
    corner = min(corner, width / 2, height / 2)
    centers = ((x + width, y), (x + width, y + height), (x, y + height), (x, y))
    points: Line = []
    for turn, (right, down) in enumerate(centers, start=-1):
        center = right + (corner if right == x else -corner), down + (corner if down == y else -corner)
        points += _arc(center, (corner, corner), 0, turn * pi / 2, pi / 2) if corner else [(right, down)]
    return [*points, points[0]]


def path(commands: str) -> list[Line]:
    """The lines of a path."""
    tokens = TOKEN.findall(commands)
    lines: list[Line] = []
    x = y = 0.0
    control: Point | None = None  # of the last quadratic curve
    command, place = "", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        kind, count = command.upper(), NUMBERS[command.upper()]
        given = [float(token) for token in tokens[place : place + count]]
        place += count
        if command.islower():
            given = _absolute(kind, given, x, y)
        if kind == "Z":
            lines[-1].append(lines[-1][0])
            x, y = lines[-1][0]
            continue
        if kind == "M":
            lines.append([])
            command = "L" if command == "M" else "l"
        elif not lines or (len(lines[-1]) > 1 and lines[-1][-1] != (x, y)):
            lines.append([(x, y)])
        end = (given[0], y) if kind == "H" else (x, given[0]) if kind == "V" else (given[-2], given[-1])
        if kind == "T":
            first = (2 * x - control[0], 2 * y - control[1]) if control else (x, y)
        elif kind == "Q":
            first = given[0], given[1]
        if kind in "QT":
            lines[-1] += _curve([(x, y), first, end])
        elif kind == "C":
            lines[-1] += _curve([(x, y), (given[0], given[1]), (given[2], given[3]), end])
        elif kind == "A":
            lines[-1] += _elliptic((x, y), end, given)
        else:
            lines[-1].append(end)
        control = first if kind in "QT" else None
        x, y = end
    return lines


def _absolute(kind: str, given: list[float], x: float, y: float) -> list[float]:
    if kind in "HV":
        return [given[0] + (x if kind == "H" else y)]
    shifted = 2 if kind == "A" else len(given)  # numbers at the end that are coordinates
    rest = len(given) - shifted
    return [*given[:rest], *(number + (y if place % 2 else x) for place, number in enumerate(given[rest:]))]


def _curve(points: list[Point]) -> Iterator[Point]:
    """The points of a Bezier curve after its first, by de Casteljau."""
    for number in range(1, BEND + 1):
        by, left = number / BEND, points
        while len(left) > 1:
            left = [(a[0] + (b[0] - a[0]) * by, a[1] + (b[1] - a[1]) * by) for a, b in pairwise(left)]
        yield left[0]


def _arc(center: Point, radii: Point, tilt: float, begin: float, by: float) -> Iterator[Point]:
    """Points of an ellipse, from one angle on by another, both ends included."""
    count = ceil(abs(by) / FINE) or 1
    for number in range(count + 1):
        angle = begin + by * number / count
        across, along = radii[0] * cos(angle), radii[1] * sin(angle)
        yield (
            center[0] + across * cos(tilt) - along * sin(tilt),
            center[1] + across * sin(tilt) + along * cos(tilt),
        )


def _elliptic(start: Point, end: Point, given: list[float]) -> Iterator[Point]:
    """The points of a path's arc; from its end points to its center as in SVG 1.1, appendix F.6."""
    rx, ry, tilt, large, sweep = abs(given[0]), abs(given[1]), radians(given[2]), given[3] != 0, given[4] != 0
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = dx * cos(tilt) + dy * sin(tilt), dy * cos(tilt) - dx * sin(tilt)
    if not rx or not ry or (not x and not y):
        yield end
        return
    grown = max(1.0, hypot(x / rx, y / ry))
    rx, ry = rx * grown, ry * grown
    under = (rx * y) ** 2 + (ry * x) ** 2
    factor = sqrt(max(0.0, (rx * ry) ** 2 / under - 1)) * (1 if large != sweep else -1)
    cx, cy = factor * rx * y / ry, -factor * ry * x / rx
    center = (
        cx * cos(tilt) - cy * sin(tilt) + (start[0] + end[0]) / 2,
        cx * sin(tilt) + cy * cos(tilt) + (start[1] + end[1]) / 2,
    )
    begin, stop = _angle((x - cx) / rx, (y - cy) / ry), _angle((-x - cx) / rx, (-y - cy) / ry)
    by = (stop - begin) % (2 * pi)
    yield from _arc(center, (rx, ry), tilt, begin, by if sweep else by - 2 * pi)


def _angle(x: float, y: float) -> float:
    return copysign(acos(max(-1.0, min(1.0, x / hypot(x, y)))), y)

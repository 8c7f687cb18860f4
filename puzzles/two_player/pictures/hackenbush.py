"""The picture of Hackenbush: colored lines that grow out of the ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Any

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.svg_shapes import BLUE, GREEN, INK, RED, Point, circle, label, n, stroke
from perfect_play.puzzles.picture import NOWHERE, Picture
from perfect_play.puzzles.two_player.hackenbush import GROUND
from perfect_play.puzzles.view import EMPTY

COLORS = {"b": BLUE, "r": RED, "g": GREEN}
DISKS = {"b": "blue", "r": "red", "g": "green"}
DOT, DOTTED = "P", f'class="ink" fill="{INK}"'
PITCH, TALL, EDGE = 84, 64, 22


class Plants(Picture):
    @cached_property
    def ends(self) -> list[tuple[Point, Point]]:
        """Where each line begins and ends in the drawing. Paths stand side by side."""
        ends = _ends(self.rules.paths)
        low = self.edge + max(y for both in ends for _, y in both)
        return [(Point(self.edge + x, low - y), Point(self.edge + u, low - v)) for (x, y), (u, v) in ends]

    @cached_property
    def edge(self) -> int:
        """The room around the points, for lines that bow because others join the same points."""
        return EDGE + 12 * max(Counter(map(frozenset, _ends(self.rules.paths))).values())

    @cached_property
    def points(self) -> list[Point]:
        """Where lines meet, on the ground as well."""
        return sorted({point for both in self.ends for point in both})

    @cached_property
    def look(self) -> Look:
        """Colored lines with their ends and numbers; the middle of each is where it can be cut."""
        low = max(y for _, y in self.points)
        pieces, kinds, centers, bows = {EMPTY: ""}, "", [], dict[frozenset[Point], int]()
        for number, ((a, b), letter) in enumerate(zip(self.ends, self.rules.letters, strict=True)):
            double = bows[frozenset((a, b))] = bows.get(frozenset((a, b)), -1 + (a.y == b.y == low)) + 1
            middle, shape = _line(a, b, double)
            kinds += chr(65 + number)
            centers.append(middle)
            ends = "".join(circle(x - middle.x, y - middle.y, 3.5, DOTTED) for x, y in (a, b) if y < low)
            caption = label(str(number + 1), 11, 0, INK, 9, 'class="say"')
            pieces[kinds[-1] + letter] = stroke(shape, COLORS[letter], 5) + ends + caption
        size = Point(max(x for x, _ in self.points) + self.edge, low + 14)
        ground = stroke(f"M6 {n(low)}H{n(size.x - 6)}", INK, 2.5, 'class="ink"')
        return Look(pieces, kinds=kinds, centers=tuple(centers), size=size, under=ground)

    def description(self, position: Position, move: int) -> str:
        """The line's color and number: `blue 3`."""
        return f"{DISKS[self.rules.letters[move]]} {move + 1}"

    @cached_property
    def client(self) -> Mapping[str, Any]:
        """GamesmanUni has no images of lines: a disk in the middle of each, and a dot where they meet."""
        return {**super().client, "space": self.look.size, "centers": [*self.look.centers, *self.points]}

    def cells(self, position: Position) -> str:
        """The lines, then the points that any of them joins."""
        cells: str = position[1]
        joined = {point for both, letter in zip(self.ends, cells, strict=True) if letter != EMPTY for point in both}
        return cells + "".join(DOT if point in joined else NOWHERE for point in self.points)


def _ends(paths: Sequence[Sequence[int]]) -> list[tuple[Point, Point]]:
    """Where each line begins and ends: x to the right, y upward from the ground."""
    places, ends, column = dict[int, Point](), list[tuple[Point, Point]](), 0
    for first, *middle, last in _pieces(paths):
        begin = places.get(first, Point(column * PITCH, 0))
        if last == GROUND or last in places:  # a bow, one line higher than its ends
            end = places.get(last, Point((column + 1) * PITCH, 0))
            top, step = max(begin.y, end.y) + TALL, (end.x - begin.x) / (len(middle) + 1)
            inner = [Point(begin.x + step * number, top) for number in range(1, len(middle) + 1)]
            while not set(places.values()).isdisjoint(inner):
                inner = [Point(x, y + TALL / 2) for x, y in inner]
            column += (1 + (first == GROUND)) * (last == GROUND)
        else:
            *inner, end = [Point(column * PITCH, begin.y + TALL * number) for number in range(1, len(middle) + 2)]
            column += 1
            places[last] = end
        places |= zip(middle, inner, strict=True)
        ends += pairwise([begin, *inner, end])
    return ends


def _pieces(paths: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The paths, broken wherever they come to the ground or to a point for the second time."""
    visited = {GROUND}
    for first, *points in paths:
        piece = [first]
        for point in points:
            if point in piece[1:]:
                yield piece[: piece.index(point) + 1]
                piece = piece[piece.index(point) :]
            piece.append(point)
            if point in visited:
                yield piece
                piece = [point]
            visited.add(point)
        if len(piece) > 1:
            yield piece


def _line(a: Point, b: Point, double: int) -> tuple[Point, str]:
    """The middle of a line and its path around that; double: how many other lines join the same points before it."""
    if a == b:
        tall = 22 + 12 * double
        return Point(a.x, a.y - tall), f"M0 {tall}C-34 -{tall} 34 -{tall} 0 {tall}"
    bow = 20 * ((double + 1) // 2) * (1 if double % 2 else -1)
    length = hypot(b.x - a.x, b.y - a.y)
    across = Point(bow * (b.y - a.y) / length, -bow * (b.x - a.x) / length)
    middle = Point((a.x + b.x) / 2 + across.x, (a.y + b.y) / 2 + across.y)
    start, end = (f"{n(p.x - middle.x)} {n(p.y - middle.y)}" for p in (a, b))
    return middle, f"M{start}Q{n(across.x)} {n(across.y)} {end}"

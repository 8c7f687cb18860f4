"""The picture of Hackenbush: colored lines that grow out of the ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot

from puzzles.drawing.look import Look
from puzzles.drawing.shapes import BLUE, GREEN, INK, RED, Point, circle, n, stroke
from puzzles.picture import Picture
from puzzles.two_player.hackenbush import GROUND
from puzzles.view import EMPTY

COLORS = {"b": BLUE, "r": RED, "g": GREEN}
APART, TALL, EDGE = 84, 64, 34


class Plants(Picture):
    @cached_property
    def look(self) -> Look:
        """Paths stand side by side; the middle of each line is where it can be cut."""
        ends = _ends(self.rules.paths)
        right, low = (max(max(pair) for both in ends for pair in [(both[0][i], both[1][i])]) for i in (0, 1))
        pieces, kinds, centers, bows = {EMPTY: ""}, "", [], dict[frozenset[Point], int]()
        for number, ((a, b), letter) in enumerate(zip(ends, self.rules.letters, strict=True)):
            a, b = (Point(EDGE + x, EDGE + low - y) for x, y in (a, b))
            double = bows[frozenset((a, b))] = bows.get(frozenset((a, b)), -1 + (a.y == b.y == EDGE + low)) + 1
            middle, shape = _line(a, b, double)
            kinds += chr(65 + number)
            centers.append(middle)
            pieces[kinds[-1] + letter] = stroke(shape, COLORS[letter], 5)
        size = Point(right + 2 * EDGE, low + EDGE + 14)
        ground = stroke(f"M6 {n(low + EDGE)}H{n(size.x - 6)}", INK, 2.5, 'class="ink"')
        dots = {Point(EDGE + x, EDGE + low - y) for both in ends for x, y in both if y}
        over = "".join(circle(x, y, 3.5, f'class="ink" fill="{INK}"') for x, y in sorted(dots))
        return Look(pieces, kinds=kinds, centers=tuple(centers), size=size, under=ground, over=over)


def _ends(paths: Sequence[Sequence[int]]) -> list[tuple[Point, Point]]:
    """Where each line begins and ends: x to the right, y upward from the ground."""
    places, found, column = dict[int, Point](), list[tuple[Point, Point]](), 0
    for first, *middle, last in _pieces(paths):
        begin = places.get(first, Point(column * APART, 0))
        if last == GROUND or last in places:  # a bow, one line higher than its ends
            end = places.get(last, Point((column + 1) * APART, 0))
            top, step = max(begin.y, end.y) + TALL, (end.x - begin.x) / (len(middle) + 1)
            inner = [Point(begin.x + step * number, top) for number in range(1, len(middle) + 1)]
            column += (1 + (first == GROUND)) * (last == GROUND)
        else:
            *inner, end = [Point(column * APART, begin.y + TALL * number) for number in range(1, len(middle) + 2)]
            column += 1
            places[last] = end
        places |= zip(middle, inner, strict=True)
        found += pairwise([begin, *inner, end])
    return found


def _pieces(paths: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The paths, broken wherever they come to the ground or to a point for the second time."""
    seen = {GROUND}
    for first, *others in paths:
        piece = [first]
        for point in others:
            if point in piece[1:]:
                yield piece[: piece.index(point) + 1]
                piece = piece[piece.index(point) :]
            piece.append(point)
            if point in seen:
                yield piece
                piece = [point]
            seen.add(point)
        if len(piece) > 1:
            yield piece


def _line(a: Point, b: Point, double: int) -> tuple[Point, str]:
    """The middle of a line and its path around that; double: how many other lines join the same points before it."""
    if a == b:
        return Point(a.x, a.y - 30 - 12 * double), f"M0 {30 + 12 * double}C-34 -10 34 -10 0 {30 + 12 * double}"
    bow = 22 * ((double + 1) // 2) * (1 if double % 2 else -1)
    length = hypot(b.x - a.x, b.y - a.y)
    across = Point(bow * (b.y - a.y) / length, -bow * (b.x - a.x) / length)
    middle = Point((a.x + b.x) / 2 + across.x, (a.y + b.y) / 2 + across.y)
    start, end = (f"{n(p.x - middle.x)} {n(p.y - middle.y)}" for p in (a, b))
    return middle, f"M{start}Q{n(across.x)} {n(across.y)} {end}"

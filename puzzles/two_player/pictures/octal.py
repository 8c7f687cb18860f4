"""The picture of octal games: rows of tokens, and under each row a line of circles for each number that may be taken.

A circle is below the middle of the tokens it takes; their number is at the left. A click on a link between
two tokens breaks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import GRAY, INK, UNIT, Point, circle, label
from perfect_play.puzzles.picture import NOWHERE, Arrow, Picture, numbered
from perfect_play.puzzles.view import EMPTY, Add

LINE = 0.6  # the height of a line of circles


class Heaps(Picture):
    """The centers are the cells, the numbers at the left, and the circles: by row, by number taken, by first cell."""

    @cached_property
    def look(self) -> Look:
        """Coins; below them the code and, where there is room, the numbers that may be taken."""
        rows, cols, code = len(self.rules.first_heaps), self.rules.columns, self.rules.octal.code
        heaps = super().look
        wide, high = heaps.size or (cols * UNIT, rows * UNIT)
        y, x, captions = high + 20, 10.0, ""
        for tokens in self._takes:
            captions += label("−", x, y, INK, 17, 'class="say"')
            captions += "".join(circle(x + 14 + 13 * i, y, 5, f'fill="{GRAY}"') for i in range(tokens))
            x += 13 * tokens + 26
        code_wide = 14 * len(code)
        captions = captions if x + code_wide <= wide else ""
        size = Point(max(wide, code_wide), y + 14)
        captions += label(code, size.x - code_wide / 2, y, INK, 22, 'class="say"')
        return replace(heaps, centers=heaps.centers or grid(rows, cols), size=size, over=captions)

    @cached_property
    def _takes(self) -> list[int]:
        """The numbers of tokens that may be taken."""
        return [tokens for tokens, digit in enumerate(self.rules.octal.digits) if tokens and digit]

    @cached_property
    def client(self) -> Mapping[str, Any]:
        rows, cols = len(self.rules.first_heaps), self.rules.columns
        high = 1 + LINE * len(self._takes)
        cells = [(col + 1.5, high * row + 0.5) for row in range(rows) for col in range(cols)]
        lines = [high * row + 1 + LINE * (i + 0.5) for row in range(rows) for i in range(len(self._takes))]
        circles = [
            (first + 1.5 + (tokens - 1) * self.rules.step / 2, y)
            for y, tokens in zip(lines, self._takes * rows, strict=True)
            for first in range(cols)
        ]
        centers = [*cells, *((0.5, y) for y in lines), *circles]
        return {**super().client, "space": (cols + 1, high * rows), "centers": centers}

    def cells(self, position: Position) -> str:
        cells = super().cells(position).replace(NOWHERE, EMPTY)
        return numbered(cells, self._takes * len(self.rules.first_heaps))

    def button(self, position: Position, move: Move) -> Add:
        match move.button:
            case Add("c", link):
                return Add(EMPTY, link)
            case Add(_, first):
                tokens = 1
            case Arrow(first, last):
                tokens = (last - first) // self.rules.step + 1
            case other:
                raise TypeError(f"{other!r} is no button of an octal game")
        row, col = divmod(first, self.rules.columns)
        cells, lines = len(position[1]), len(self._takes)
        line = row * lines + self._takes.index(tokens)
        return Add(EMPTY, cells + len(self.rules.first_heaps) * lines + line * self.rules.columns + col)

"""The picture of a PuzzleScript: the sprites of each cell's objects, one layer upon another."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from string import ascii_lowercase as ALPHABETICAL

from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import UNIT, Point
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.puzzlescript.script_puzzle import WON
from perfect_play.puzzles.puzzlescript.script_text import COLORS

SIDE = 5
PIXEL = UNIT / SIDE
Pixels = dict[tuple[int, int], str]
"""Colors by row and column."""


class Sprites(Picture):
    """The sprites of a script, in the colors of its author."""

    @cached_property
    def look(self) -> Look:
        """A piece for each letter of a plane; the planes lie upon one another."""
        level, planes = self.rules.level, self.rules.planes
        names = ALPHABETICAL[: len(planes)] if len(planes) > 1 else [""]
        pieces = {
            name + letter: self._piece(kind)
            for name, plane in zip(names, planes, strict=True)
            for kind, letter in plane.letters.items()
        }
        return Look(
            {**pieces, WON: ""},
            kinds="".join(name * level.width * level.height for name in names),
            centers=grid(level.height, level.width) * len(planes),
            size=Point(level.width * UNIT, level.height * UNIT),
        )

    def _piece(self, kind: int) -> str:
        names, sprites = self.rules.program.names, self.rules.program.sprites
        pixels: Pixels = {}
        for number, name in enumerate(names.names):
            if kind >> number & 1:
                pixels |= _pixels(sprites[name].colors, sprites[name].rows)
        return "".join(_bar(*bar) for bar in _bars(pixels))


def _pixels(colors: list[str], rows: list[str]) -> Pixels:
    """The pixels of a sprite that are not transparent."""
    pixels: Pixels = {}
    for row, digits in enumerate(rows or ["0" * SIDE] * SIDE):
        for col, digit in enumerate(digits[:SIDE]):
            color = colors[int(digit)] if digit != "." and int(digit) < len(colors) else "transparent"
            if fill := COLORS.get(color, color):
                pixels[row, col] = fill
    return pixels


def _bars(pixels: Pixels) -> list[tuple[int, int, int, str]]:
    """The row, first column, length and color of each run of pixels of one color."""
    bars = []
    for row in range(SIDE):
        for color, run in groupby(range(SIDE), lambda col: pixels.get((row, col), "")):  # noqa: B023 - used at once
            cols = list(run)
            if color:
                bars.append((row, cols[0], len(cols), color))
    return bars


def _bar(row: int, col: int, length: int, color: str) -> str:
    left, top = col * PIXEL - UNIT / 2, row * PIXEL - UNIT / 2
    size = f'width="{length * PIXEL:g}" height="{PIXEL:g}"'
    return f'<rect x="{left:g}" y="{top:g}" {size} fill="{color}" shape-rendering="crispEdges"/>'

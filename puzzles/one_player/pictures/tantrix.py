"""The picture of Tantrix: tiles on a board of hexagons, and the number of each kind left beside it.

The board shows the window of `_tantrix_paths.py`: a path that would leave the board moves as a whole.
"""

from __future__ import annotations

from perfect_play.puzzles.one_player._tantrix_paths import COLS, ROWS, Cell, Path, letter_of, place_of, shift, tiles_of
from perfect_play.puzzles.picture import Curve, Picture, Point
from perfect_play.puzzles.view import EMPTY

CELLS = range(0, ROWS * COLS, 2)  # the places of cells in the window
FADED = dict(zip("PQR", ("Sharp_Curve", "Soft_Curve", "Straight"), strict=True))
OUTLINE: tuple[Point, ...] = ((0, -3.5), (2.8, -1.7), (2.8, 1.5), (0, 3.1), (-2.8, 1.5), (-2.8, -1.7))
"""From the center of a tile to the middle of each edge."""
BEND = 1.5  # how many times nearer to the center the curve's inner points are


ENDS = ("head", "tail")
SIDES = ("upward", "to the upper right", "to the lower right", "downward", "to the lower left", "to the upper left")


class Hexagons(Picture):
    def description(self, position: Path, move: Cell) -> str:
        """The end of the path at which a tile is laid, and where the path then goes on: `tail, to the lower left`."""
        end, direction = move
        return f"{ENDS[end]}, {SIDES[direction]}"

    def cells(self, position: Path) -> str:
        chars = dict.fromkeys(CELLS, EMPTY)
        by = shift(position)
        for x, y, h, t in tiles_of(position):
            chars[place_of((x, y), by)] = letter_of(h, t)
        supply = zip(self.rules.supply(position), "ABC", FADED, strict=True)
        return "".join(chars.values()) + "".join(f"{count}{full if count else empty}" for count, full, empty in supply)

    def button(self, position: Path, move: Cell) -> Curve:
        """A curve from the first-named edge past the center to the other."""
        x, y, h, t = self.rules.plays(position)[move]
        center = place_of((x, y), shift(position)) // 2
        (ax, ay), (bx, by) = OUTLINE[h], OUTLINE[t]
        points = ((ax, ay), (ax / BEND, ay / BEND), (bx / BEND, by / BEND), (bx, by))
        return Curve(tuple((center, str(right), str(down)) for right, down in points))

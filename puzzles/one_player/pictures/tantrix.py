"""The picture of Tantrix: tiles on a board of hexagons, and the number of each kind left beside it.

The board shows the window of `_tantrix_paths.py`: a path that would leave the board moves as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.one_player._tantrix_paths import COLS, LETTER, ROWS, Cell, Path, letter_of, place_of, shift, tiles_of
from puzzles.picture import PLACE, Curve, Image, Picture, Point, Theme
from puzzles.view import EMPTY

CELLS = range(0, ROWS * COLS, 2)  # the places of cells in the window
COUNTERS: tuple[Point, ...] = ((745, 275), (800, 261.5), (745, 345), (800, 331.5), (745, 415), (800, 401.5))
FADED = dict(zip("PQR", ("Sharp_Curve", "Soft_Curve", "Straight"), strict=True))
OUTLINE: tuple[Point, ...] = ((0, -3.5), (2.8, -1.7), (2.8, 1.5), (0, 3.1), (-2.8, 1.5), (-2.8, -1.7))
"""From the center of a tile to the middle of each edge."""
BEND = 1.5  # how many times nearer to the center the curve's inner points are


class Hexagons(Picture):
    def themes(self) -> Sequence[Theme]:
        centers = tuple((150 + 50 * (place % COLS), 146 + 28.875 * (place // COLS)) for place in CELLS)
        images = {letter: Image(f"tantrix/{a}_{b}.svg", 66.25) for (a, b), letter in LETTER.items()}
        images |= {char: Image(f"tantrix/{name}_Faded.svg", 66.25) for char, name in FADED.items()}
        images |= {str(digit): Image(f"tantrix/Num_{digit}.svg", 400) for digit in range(10)}
        return (
            Theme(
                (825, 825),
                centers + COUNTERS,
                images,
                {"x": PLACE},
                background="tantrix/board.svg",
                animation="entityFade",
                line_width=0.5,
            ),
        )

    def cells(self, position: Path) -> str:
        shown = dict.fromkeys(CELLS, EMPTY)
        by = shift(position)
        for x, y, h, t in tiles_of(position):
            shown[place_of((x, y), by)] = letter_of(h, t)
        left = zip(self.rules.left(position), "ABC", FADED, strict=True)
        return "".join(shown.values()) + "".join(f"{count}{some if count else none}" for count, some, none in left)

    def button(self, position: Path, move: Cell) -> Curve:
        """A curve from the first-named edge past the center to the other."""
        x, y, h, t = self.rules.plays(position)[move]
        center = place_of((x, y), shift(position)) // 2
        (ax, ay), (bx, by) = OUTLINE[h], OUTLINE[t]
        points = ((ax, ay), (ax / BEND, ay / BEND), (bx / BEND, by / BEND), (bx, by))
        return Curve(tuple((center, str(right), str(down)) for right, down in points))

"""The picture of Bagh-Chal, on the page's board, with the goats in hand and those taken below it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.faces import GOAT, TIGER
from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import INK, label, moved
from perfect_play.puzzles.picture import HOLE, Image, Pieces, Theme, grid_centers, ground

TENS = "t"  # the kind of cells with a digit that is faint if it is 0


class Animals(Pieces):
    images: ClassVar = {
        "G": Image("baghchal/G.svg", 0.7),
        "T": Image("baghchal/T.svg", 0.75),
        **{digit: Image(f"general/{digit}.svg", 1.2) for digit in "0123456789"},
    }

    @cached_property
    def look(self) -> Look:
        """The points; below, the goats in hand, and a tiger with those it has taken."""
        rows, cols = self.rules.rows, self.rules.cols
        below = [(x, rows + 0.4) for x in (0.95, 1.25, cols - 0.55, cols - 0.25)]
        men = {**self.men, "G": GOAT, "T": TIGER, f"{TENS}0": label("0", 0, 0, INK, 22, 'fill-opacity="0.25"')}
        signs = {rows * cols: GOAT, rows * cols + 2: moved(GOAT, -14, 0) + TIGER}
        points = crossings(self.board, men, "alternate", below, signs)
        return replace(points, kinds="-" * rows * cols + f"{TENS}-{TENS}-")

    @cached_property
    def order(self) -> range:
        return range(self.rules.cells + 4)

    def own_board(self) -> Theme:
        side: int = self.rules.rows
        digits = tuple((side - 5 + x, side - 5 + y) for y in (5.2, 5.55) for x in (3.75, 3.95))
        return Theme(
            (side, side + 1),
            (*grid_centers(side, side), *digits),
            self.images,
            {"g": "animals/goat.mp3", "t": "animals/tiger.mp3"},
            **ground("baghchal/grid5Diag.svg" if side == 5 else "", grid_centers(side, side), 0.2, HOLE),
            entities_over_arrows=True,
            arrow_width=0.05,
        )

    def sound(self, position: Position, move: int) -> str:
        return "gt"[position[0] - 1]

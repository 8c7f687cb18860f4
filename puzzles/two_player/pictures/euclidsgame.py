"""The picture of Euclid's Game: numbers that are struck out, on a grid up to 100."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.shapes import CARD, INK, LINE, RED, UNIT, YELLOW, Point, filled, label, rect, stroke
from perfect_play.puzzles.picture import REMOVE, Image, Picture, Theme, grid_centers
from perfect_play.puzzles.two_player.euclidsgame import COLS, CROSSED, DIGITS
from perfect_play.puzzles.view import EMPTY


class Numbers(Picture):
    quality = "v2"

    @cached_property
    def look(self) -> Look:
        """The numbers, ten in a row; those that were taken are struck out."""
        limit: int = self.rules.limit
        centers = grid(-(-limit // COLS), COLS)[:limit]
        box = rect(0, 0, UNIT - 2, UNIT - 2, 5, filled(CARD, LINE))
        crossed = rect(0, 0, UNIT - 2, UNIT - 2, 5, filled(YELLOW)) + stroke("M-15 15L15 -15", RED, 3)
        numbers = "".join(label(str(i), x, y, INK, 15) for i, (x, y) in enumerate(centers, start=1))
        high = -(-limit // COLS) * UNIT
        picks = [Point((3.1 + 0.35 * place + 1.9 * (place > 2)) * UNIT, high + 22) for place in range(2 * DIGITS)]
        digits = {str(digit): label(str(digit), 0, 0, INK, 20, 'class="say"') for digit in range(10)}
        minus = label("−", 4.7 * UNIT, high + 22, INK, 20, 'class="say"')
        minus += label("= ?", 7.5 * UNIT, high + 22, INK, 20, 'class="say"')
        return Look(
            {EMPTY: box, CROSSED: crossed, "h": crossed, f"p{EMPTY}": "", **digits},
            kinds="." * limit + "p" * len(picks),
            centers=(*centers, *picks),
            size=Point(COLS * UNIT, high + UNIT),
            under=minus,
            over=numbers,
        )

    def themes(self) -> Sequence[Theme]:
        images = {CROSSED: Image("euclidsgame/cut.svg", 0.9), "h": Image("euclidsgame/h.svg", 1)}
        board, centers = "euclidsgame/grid.svg", grid_centers(COLS, COLS)[: self.rules.limit]
        return (Theme((COLS, COLS), centers, images, {"x": REMOVE}, background=board, animation="entityFade"),)

    def cells(self, position: Position) -> str:
        cells: str = position[1]
        return cells[: self.rules.limit]

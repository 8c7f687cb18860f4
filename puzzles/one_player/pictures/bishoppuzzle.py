"""The picture of the Bishop Puzzle: a small board whose cells are read column by column, as in a position's text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import chessman
from perfect_play.puzzles.picture import Image, Picture, Theme
from perfect_play.puzzles.view import Move as Arrow

BOARDS = {(4, 5): "4x5_8", (4, 7): "4x7_4", (6, 7): "6x7_6"}


class Bishops(Picture):
    @cached_property
    def look(self) -> Look:
        return checkered(self.board, {"X": chessman("B", True), "O": chessman("B", False)})

    def themes(self) -> Sequence[Theme]:
        rows, cols = self.rules.rows, self.rules.cols
        return (
            Theme(
                (cols, rows),
                tuple((col + 0.5, row + 0.5) for col in range(cols) for row in range(rows)),
                {"X": Image("chess/wikipedia/B.svg", 1), "O": Image("chess/wikipedia/bb.svg", 1)},
                background=f"bishoppuzzle/{BOARDS[rows, cols]}.svg",
                arrow_width=0.1,
                entities_over_arrows=True,
            ),
        )

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        return text

    def button(self, position: Position, move: Move) -> Arrow:
        return Arrow(*move)

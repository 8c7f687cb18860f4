"""The picture of Connect 4 Twist and Turn, on the page's towers: arrows to drop, and arrows in a column for a turn."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Mark, Picture
from perfect_play.puzzles.two_player.connect4twist import LEFT
from perfect_play.puzzles.view import EMPTY, Add, Move


class Tower(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """A disc is dropped before a ring turns."""
        return {
            self.rules.cells + cell: First(Add(EMPTY, cell % self.rules.cols)) for cell in range(2 * self.rules.cells)
        }

    def button(self, position: Position, move: int) -> Mark:
        """A turn is shown where its row meets the column, on the side toward which it goes."""
        size, cols = self.rules.cells, self.rules.cols
        cell, direction = divmod(move, 3)
        if not direction:
            return Move(size + cell, size + cols + cell)
        return Add("l" if direction == LEFT else "r", size + 2 * cols + (direction - LEFT) * size + cell)

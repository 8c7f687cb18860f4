"""The picture of ExpanTix: where a run begins is touched first, then where it ends.

On the page's boards, from the bottom up: arrows for runs, a row and a column outside.
"""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.expantix import KINDS, parts_of
from perfect_play.puzzles.view import EMPTY, Add

LETTERS = "-rRuUlLdD"
"""The button of a single tile, and of runs of two and three in each direction, from where they begin."""


class Tiles(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """Where the run begins: the same cell on the board of single tiles."""
        width = self.rules.width
        rows = range(0, len(self.board.cells), KINDS * width)
        return {row + cell: First(Add(EMPTY, row + cell % width)) for row in rows for cell in range(KINDS * width)}

    def button(self, position: Position, move: int) -> Add:
        """From the first tile to the right or upward, or from the last one if the first is too far out."""
        side = self.rules.side
        row, col, down, right, length = parts_of(move, self.rules.width)
        kind = 0 if length == 1 else length - 1 + 2 * down
        if min(row, col) < -1:
            row, col, kind = row + down * (length - 1), col + right * (length - 1), kind + 4
        cell = side**2 + 2 * side - 1 - row if col < 0 else side**2 + col if row < 0 else row * side + col
        return Add(LETTERS[kind], kind * (side + 1) ** 2 + cell)

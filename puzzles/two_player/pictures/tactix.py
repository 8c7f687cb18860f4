"""The picture of TacTix, on the page's grid: one counter is a circle to click, several are a line."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Add, Line


class Counters(Picture):
    def button(self, position: Position, move: int) -> Add | Line:
        cells: int = self.rules.cells
        end = 2 * move - cells
        return Add("-", move) if move < cells else Line(end, end + 1)

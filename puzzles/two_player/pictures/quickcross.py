"""The picture of Quick Cross: lines to draw bars, and an arrow in a circle to turn one; its own board for 4x4."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Mark, Picture
from perfect_play.puzzles.view import EMPTY, Add, Line


class Bars(Picture):
    def button(self, position: Position, move: int) -> Mark:
        cell, size = move // 2, len(position[1])
        if position[1][cell] != EMPTY:
            return Add("r", cell)
        first = size * (1 + 2 * (move % 2)) + cell
        return Line(first, first + size)

    def sound(self, position: Position, move: int) -> str:
        return "y" if position[1][move // 2] == EMPTY else "x"

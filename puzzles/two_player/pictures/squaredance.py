"""The picture of Square Dance: two buttons on each cell, one for each side of a tile; its own board for 4x4."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Add


class Tiles(Picture):
    def button(self, position: Position, move: int) -> Add:
        cell, side = move // 2, move % 2
        return Add("qsrt"[2 * position[0] - 2 + side], len(position[1]) * (1 + side) + cell)

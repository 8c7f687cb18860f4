"""The picture of Slide-5, on the page's board, which stands on a corner; the small board has none."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Move


class Discs(Picture):
    def button(self, position: Position, move: int) -> Move:
        first = len(position[1]) + 2 * move
        return Move(first, first + 1)

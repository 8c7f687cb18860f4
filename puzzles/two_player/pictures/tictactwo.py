"""The picture of Tic-Tac-Two, on the page's board; a stone or the window is touched first, and then its target."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.picture import Arrow, Picture, Touch, Touches, changed
from perfect_play.puzzles.two_player.tictactwo import MIDDLE
from perfect_play.puzzles.view import Add

SELECTED = "abcdefghijklmnopqrstuvwxy"
"""A letter for each cell, that says which stone is to be moved."""


class TicTacTwoPicture(Picture):
    def touches(self, position: Position, move: int) -> Touches | None:
        """A stone or the window, and then its target."""
        source, target = source_of(move), target_of(move)
        if source < 0:
            return None
        before, name = self.cells(position), self.name(position, move)
        touched, stones = len(before) - 1, self.rules.board_cells
        if source < stones:
            stone = Touch(Add("h", source), "y", f"M-{source + 1}")
            second = Touch(Arrow(source, target), "z", name)
            return Touches(stone, changed(before, {touched: SELECTED[source]}), (second,))
        middle = self.rules.windows[target - stones][MIDDLE]
        window = Touch(Add("Z", touched), "x", "G")
        return Touches(window, changed(before, {touched: "T"}), (Touch(Add("h", middle), "z", name),))

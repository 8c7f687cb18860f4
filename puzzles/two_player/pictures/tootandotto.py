"""The picture of Toot and Otto: the board from the bottom up, the letters in hand beside it, the buttons above it."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.tootandotto import ROWS


class Letters(Picture):
    def cells(self, position: Position) -> str:
        """The board, then player 1's T and O, and player 2's O and T."""
        cols: int = self.rules.cols
        board = "".join(position[1][cols * row : cols * (row + 1)] for row in reversed(range(ROWS)))
        first_t, first_o, second_t, second_o = self.rules.supplies(position)
        supplies = ("T" * first_t, "O" * first_o, "O" * second_o, "T" * second_t)
        return board + "".join(supply.ljust(cols, "-") for supply in supplies) + "-" * 2 * cols

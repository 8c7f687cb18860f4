"""`Layout`: where a board shows the cells of a game, if it has room for more, such as for buttons."""

from collections.abc import Sequence
from typing import NamedTuple

from perfect_play.puzzles.base import check_rows
from perfect_play.puzzles.view import VOID, Board


class Layout(NamedTuple):
    """A board of `rows` x `cols` places. `places` are those of the cells, then of the extras; the others are void."""

    rows: int
    cols: int
    places: Sequence[int]

    def show(self, cells: str) -> Board:
        """The board with these cells and extras."""
        board = [VOID] * (self.rows * self.cols)
        for place, cell in zip(self.places, cells, strict=True):
            board[place] = cell
        return Board(self.rows, self.cols, "".join(board))

    def read(self, board: str) -> str:
        """The cells and extras that a board shows. Raises MalformedPosition."""
        check_rows(board, self.rows, self.cols)
        return "".join([board[place] for place in self.places])


def within(rows: int, cols: int, inner_rows: int, inner_cols: int, left: int = 0) -> Layout:
    """A board of rows x cols places with the cells in its uppermost rows, from the column `left` on."""
    return Layout(rows, cols, [cols * row + left + col for row in range(inner_rows) for col in range(inner_cols)])

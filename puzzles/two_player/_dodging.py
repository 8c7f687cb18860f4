"""Dodgem and similar games: bring all your pieces off the board, player 1 at the right, player 2 at the top."""

from collections.abc import Collection

from perfect_play.puzzles import LOST, ONGOING, Turn
from perfect_play.puzzles.boards import (
    BoardGame,
    Cells,
    Rows,
    count_of,
    list_player_steps,
    neighbors,
    source_of,
    target_of,
)

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)


class DodgingGame(BoardGame):
    """The base class; call `lay_out` in `prepare`. A piece that leaves the board is out of the game."""

    targets: Rows
    """For player 1 and every cell, where a piece may step or leave; then for player 2."""

    def lay_out(self, side: int, number: int, blocked: Collection[int] = ()) -> None:
        """Set everything that follows from the board and from the number of pieces per player.

        The board of `side` x `side` cells has a row above it and a column to its right, which are off it.
        """
        self.number = number
        self.rows = self.cols = size = side + 1
        cells = range(size * size)
        board = [cell for cell in cells if cell >= size and cell % size < side and cell not in blocked]
        self.regions = (
            (board, dict.fromkeys(self.pieces, range(number + 1))),
            ([cell for cell in cells if cell not in board], {}),
        )
        self.exchanged_cells = tuple((size - 1 - cell % size) * size + size - 1 - cell // size for cell in cells)
        exits = (range(2 * size - 1, size * size, size), range(side))
        self.targets = tuple(
            tuple(target for target in around if target in board or target in exits[player])
            for player, directions in enumerate(((RIGHT, UP, DOWN), (UP, LEFT, RIGHT)))
            for around in neighbors(size, size, directions)
        )

    def possible(self, turn: Turn, first: int, second: int, *off: int) -> bool:
        """The player to move has not won yet."""
        return (first if turn == 1 else second) > 0

    def tier(self, first: int, second: int, *off: int) -> int:
        """The number of pieces that have left."""
        return 2 * self.number - first - second

    list_moves = list_player_steps


def make_move(cells: Cells, turn: int, move: int, cols: int) -> int:
    target = target_of(move)
    cells[source_of(move)] = 0
    if target >= cols and target % cols < cols - 1:
        cells[target] = turn
    return 3 - turn


def outcome(cells: Cells, turn: int) -> int:
    return LOST if count_of(cells, len(cells), 3 - turn) == 0 else ONGOING

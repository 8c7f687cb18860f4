"""Clobber: capture an adjacent enemy piece with every move; a player who cannot move loses.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a piece
of the first player, `o` one of the second, `-` an empty cell. At the start they fill the board like
the squares of a chessboard, with `x` top left. Every move removes one piece: if the first player began, it is that
player's turn exactly when the number of empty cells is even.

A board is legal if each player's pieces fill at most half the cells, rounded up, with either
player to move. (Play reaches few of these.)

UWAPI counts columns first: its `5x3` is the board of 3 rows here, another name for `3x5`.

Its text is the cells alone if the first player can have begun, so the start of 2 x 3 is `xoxoxo`; otherwise
the player to move comes first: `2_xoxoxo`.
"""

from perfect_play.puzzles import LOST, Partizan, Turn, board_variant, connected, symmetries
from perfect_play.puzzles.boards import Cells, Moves, Position, Rows, UsualTurnGame, add, beside, step


class Clobber(Partizan, UsualTurnGame):
    name = "Clobber"
    opens = "4x4"
    description = "Capture a neighboring enemy piece with every move; whoever cannot loses."
    instructions = """`x` begins. On your turn, move one of your pieces, `x` or `o`, one step up, down or sideways
        **onto an enemy piece**, which is removed. There are no other moves. Whoever **cannot move** loses."""
    author = "Michael Albert, J. P. Grossman and Richard Nowakowski"
    date_created = "2001"
    variants = (
        board_variant(2, 2, 6, testing=True),
        board_variant(2, 3, 23, testing=True),
        board_variant(3, 3, 199, testing=True),
        board_variant(2, 5, 955, testing=True),
        board_variant(2, 6, 4592, testing=True),
        board_variant(3, 4, 5311, testing=True),
        board_variant(3, 5, 51_971, aliases=("5x3",)),
        board_variant(4, 4, 300_184),
        board_variant(3, 6, 1_494_984, presolve=False),
        board_variant(4, 5, 13_396_258, presolve=False, aliases=("5x4",)),
    )
    dense = False
    stuck = LOST

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        half = range((self.cells + 1) // 2 + 1)
        self.counts = {"x": half, "o": half}
        self.symmetries = symmetries(rows, cols)[:4]
        self.neighbors = beside(rows, cols)
        self.most_moves = sum(map(len, self.neighbors)) // 2
        self.setup = "".join("xo"[(row + col) % 2] for row in range(rows) for col in range(cols))

    def usual(self, cells: str) -> Turn:
        return 2 if cells.count("-") % 2 else 1

    def components(self, position: Position) -> list[str]:
        """Boards with connected pieces of both players alone."""
        cells, parts = position[1], []
        for group in connected([cell for cell, piece in enumerate(cells) if piece != "-"], self.neighbors):
            if len({cells[cell] for cell in group}) == 2:
                alone = ["-"] * self.cells
                for cell in group:
                    alone[cell] = cells[cell]
                parts.append(min("".join(alone[cell] for cell in image) for image in self.symmetries))
        return parts


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    count = 0
    for cell in range(len(cells)):
        if cells[cell] == turn:
            for neighbor in neighbors[cell]:
                if cells[neighbor] == 3 - turn:
                    count = add(moves, count, step(cell, neighbor))
    return count

"""Square Dance: place two-sided tiles until four on the corners of a square have the same owner or the same side up.

`U` and `D` are player 1's tiles with either side up, `u` and `d` player 2's. Corners of a square may be of any size and
tilted: there are 20 squares on 4x4 cells. The 3x2 board is not a published game, but a small one for trying out the
same rules; 4x4 has too many positions to be solved here.
"""

from perfect_play.puzzles import LOST, ONGOING, TIED, Add, Turn, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Layout, Moves, Position, Rows, is_full, tilted_squares


class SquareDance(BoardGame):
    name = "Square Dance"
    description = "Complete a square of four tiles that are alike in owner or side."
    instructions = """`U` and `D` begin, against `u` and `d`. On your turn, **place** a tile of yours on an empty cell,
        **either side up**. Whoever completes a **square** wins: four tiles on its corners that all belong to **one
        player**, or all have the **same side up**, no matter whose they are. Squares may be of any size, even tilted. A
        full board without one is a tie."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x2", "3x2", (3, 2), testing=True, positions=1_365),
        Variant("regular", "Regular", (4, 4), presolve=False, positions=10**9),
    )
    pieces, other_side = "UDud", ""
    dense = False

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        # Below, a board for the buttons of tiles with side `D` up.
        self.layout = Layout(2 * rows, cols, range(self.cells))
        self.most_moves = 2 * self.cells
        self.counts = dict.fromkeys(self.pieces, range((self.cells + 1) // 2 + 1))
        self.symmetries = symmetries(rows, cols)
        self.squares = tilted_squares(rows, cols)

    def possible(self, turn: Turn, *counts: int) -> bool:
        """The players place their tiles in turn, player 1 first."""
        return counts[0] + counts[1] - counts[2] - counts[3] == turn - 1

    def format_move(self, position: Position, move: int) -> str:
        """The cell, and the side that is up: `d4U`."""
        return self.name_of(move // 2) + "UD"[move % 2]

    def button(self, position: Position, move: int) -> Add:
        """The tile, on the board for its side."""
        return Add(self.pieces[2 * position[0] - 2 + move % 2], move // 2 + self.cells * (move % 2))


def list_moves(cells: Cells, turn: int, moves: Moves) -> int:
    count = 0
    for cell in range(len(cells)):
        if cells[cell] == 0:
            moves[count] = 2 * cell
            moves[count + 1] = 2 * cell + 1
            count += 2
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    cells[move // 2] = 2 * turn - 1 + move % 2
    return 3 - turn


def outcome(cells: Cells, turn: int, squares: Rows) -> int:
    for square in squares:
        first, second, upside = 0, 0, 0
        for cell in square:
            first += 1 <= cells[cell] <= 2
            second += cells[cell] >= 3
            upside += cells[cell] != 0 and cells[cell] % 2 == 1
        if first + second == 4 and (first % 4 == 0 or upside % 4 == 0):
            return LOST
    return TIED if is_full(cells, len(cells)) else ONGOING

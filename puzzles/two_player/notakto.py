"""Notakto: tic-tac-toe on one to three boards in which both players write `X`, and three in a row kill a board.

The cells are numbered board by board. Every set of marks is legal, with either player to move; the result does not
depend on who that is. Whoever makes the last line loses, so a position without a live board is won for the player to
move. Only what play reaches is solved.

The first player wins on one board in six moves, and loses on two in eleven (GamesmanClassic). T. Plambeck and
G. Whitehead, "The secrets of Notakto", arXiv:1301.1672, give the theory.
"""

from itertools import permutations

from perfect_play.puzzles import ONGOING, WON, Impartial, Variant, cell_name, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, Rows, add, lines

BOARD = 9


class Notakto(Impartial, BoardGame):
    name = "Notakto"
    also_called = ("Neutral Tic-Tac-Toe", "X-only Tic-Tac-Toe")
    description = "Write X on up to three boards, and avoid making the last line."
    instructions = """Both players write `X`. On your turn, **write** one on an empty cell of a board that is still
        alive. **Three in a row**, across, down or diagonal, kill a board. Whoever kills the **last** board loses."""
    author = "Bob Koca"
    date_created = "2010"
    variants = (
        Variant("regular", "1 board", (1,), testing=True, positions=87),
        Variant("board2", "2 boards", (2,), positions=26_198),
        Variant("board3", "3 boards", (3,), presolve=False, positions=7_648_844),
    )
    pieces, other_side = "X", "X"
    cols = 3
    dense = False

    def prepare(self, boards: int) -> None:
        self.boards = boards
        self.rows = 3 * boards
        self.most_moves = self.cells
        firsts = range(0, self.cells, BOARD)
        self.lines = tuple(tuple(first + cell for cell in line) for first in firsts for line in lines(3, 3, 3))
        # Not all of them: turning each board by itself, three boards would have 3,072 images.
        images = symmetries(3, 3)[: 8 >> boards - 1]
        self.symmetries = [
            tuple(first + cell for first in order for cell in image)
            for order in permutations(firsts)
            for image in images
        ]

    def format_move(self, position: Position, move: int) -> str:
        """The cell; with several boards, the number of the board before it: `2b3`."""
        board = str(move // BOARD + 1) if self.boards > 1 else ""
        return board + cell_name(move % BOARD, 3, 3)


def list_moves(cells: Cells, turn: int, moves: Moves, lines: Rows) -> int:
    dead, count = dead_boards(cells, lines), 0
    for cell in range(len(cells)):
        if cells[cell] == 0 and dead >> cell // BOARD & 1 == 0:
            count = add(moves, count, cell)
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    cells[move] = 1
    return 3 - turn


def outcome(cells: Cells, turn: int, lines: Rows) -> int:
    return WON if dead_boards(cells, lines) == (1 << len(cells) // BOARD) - 1 else ONGOING


def dead_boards(cells: Cells, lines: Rows) -> int:
    """The boards with three in a row, as bits."""
    dead = 0
    for line in lines:
        if cells[line[0]] and cells[line[1]] and cells[line[2]]:
            dead |= 1 << line[0] // BOARD
    return dead

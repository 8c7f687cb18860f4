"""Breakthrough: pawns that may also step diagonally; whoever brings one to the other side wins.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a pawn of the first
player, who moves up, `o` one of the second, who moves down, `-` an empty cell.

A board is legal if each player has at most as many pawns as at the start, and none has broken through but at most one
of the player who has just moved. Play ends after at most `2 * pawns * (rows - 1)` moves, as every move is a step ahead.

Won and lost starts, and the numbers of positions on 4 x 4 and 5 x 4 in which play goes on, 3,267,310 and 219,211,038
with either player to move, are those of jh85/smallgames (2026), which names columns first.
"""

from perfect_play.puzzles import LOST, ONGOING, Turn, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, add, step, unmake_step


def _board(rows: int, cols: int, deep: int, positions: int, presolve: bool = True, testing: bool = False) -> Variant:
    """A board on which each player begins with this many rows of pawns."""
    rest = ", one row of pawns each" if deep == 1 else ""
    variant_id = f"{rows}x{cols}" + ("_1" if deep == 1 else "")
    name = f"{rows} rows, {cols} columns{rest}"
    return Variant(variant_id, name, (rows, cols, deep), testing=testing, positions=positions, presolve=presolve)


class Breakthrough(BoardGame):
    name = "Breakthrough"
    opens = "4x4"
    description = "Bring one of your pawns to the other side of the board first."
    instructions = """On your turn, move a pawn **one step ahead, straight or diagonally**, to an empty cell, or take an
        enemy pawn **one step diagonally ahead**. `x` begins and moves up, `o` moves down. You win when a pawn of yours
        reaches the **farthest row**, or when the other player has **no move left**."""
    author = "Dan Troyka"
    date_created = "2000"
    variants = (
        _board(4, 2, 1, 259, testing=True),
        _board(4, 3, 1, 9_150, testing=True),
        _board(5, 3, 1, 45_969, testing=True),
        _board(4, 3, 2, 54_846, testing=True),
        _board(4, 4, 2, 2_415_493, presolve=False),
        _board(5, 3, 2, 1_126_654, presolve=False),
        _board(5, 4, 2, 154_434_059, presolve=False),
        _board(6, 4, 2, 6_690_536_678, presolve=False),
    )
    other_side = "ox"
    stuck = LOST
    unmake_move = unmake_step

    def prepare(self, rows: int, cols: int, deep: int) -> None:
        self.rows, self.cols = rows, cols
        board, self.pawns = range(rows * cols), deep * cols
        home, anywhere = range(cols + 1), range(self.pawns + 1)
        self.regions = (
            (board[cols:-cols], {"x": anywhere, "o": anywhere}),
            (board[:cols], {"x": (0, 1), "o": home}),
            (board[-cols:], {"x": home, "o": (0, 1)}),
        )
        self.symmetries = symmetries(rows, cols)[3:4]  # left and right exchanged
        self.exchanged_cells = tuple(reversed(board))
        self.setup = "o" * self.pawns + "-" * (rows * cols - 2 * self.pawns) + "x" * self.pawns

    def possible(self, turn: Turn, x: int, o: int, x_through: int, o_home: int, x_home: int, o_through: int) -> bool:
        """Nobody has too many pawns; only the player who has just moved can have broken through, and has a pawn."""
        pawns = x_through + x + x_home, o_home + o + o_through
        through = x_through, o_through
        return max(pawns) <= self.pawns and not through[turn - 1] and pawns[2 - turn] > 0

    def tier(self, x: int, o: int, x_through: int, o_home: int, x_home: int, o_through: int) -> tuple[int, int]:
        """The pawns that have been taken, then those that have left home: neither ever comes back."""
        home = x_home + o_home
        return -(x_through + x + o + o_through + home), -home


def list_moves(cells: Cells, turn: int, moves: Moves, cols: int) -> int:
    count, forward = 0, -cols if turn == 1 else cols
    for cell in range(len(cells)):
        if cells[cell] == turn:
            for aside in range(-1, 2):
                if 0 <= cell % cols + aside < cols:
                    piece = cells[cell + forward + aside]
                    if piece == 0 or (aside != 0 and piece == 3 - turn):
                        count = add(moves, count, step(cell, cell + forward + aside))
    return count


def list_unmoves(cells: Cells, turn: int, moves: Moves, cols: int) -> int:
    """Steps without a capture: those with one lead to another tier."""
    count, backward = 0, cols if turn == 2 else -cols
    for cell in range(len(cells)):
        if cells[cell] == 3 - turn and 0 <= cell + backward < len(cells):
            for aside in range(-1, 2):
                if 0 <= cell % cols + aside < cols and cells[cell + backward + aside] == 0:
                    count = add(moves, count, step(cell + backward + aside, cell))
    return count


def outcome(cells: Cells, turn: int, rows: int, cols: int) -> int:
    for cell in range((rows - 1) * cols if turn == 1 else 0, rows * cols if turn == 1 else cols):
        if cells[cell] == 3 - turn:
            return LOST
    return ONGOING

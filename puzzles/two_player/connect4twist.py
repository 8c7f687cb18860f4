"""Connect 4 Twist and Turn: drop a piece into a tower of rings, and perhaps turn one ring a step.

The tower is a cylinder of four rows: the columns are numbered around it, the first beside the last. Player 1 has `x`;
the board shows who is to move. A position is legal if no piece floats; only what play reaches is solved.

Four in a row count for their owner, whoever moved; rows of both players make a tie, and so does a full tower without a
row. As in GamesmanClassic, a ring can be turned only if it held a piece before the drop. On 4x4, the second player wins
in 12 moves, and play from the start reaches 183,163 positions (GamesmanClassic). The tower of three rows is not a
published game, but a small one for trying out the same rules with three in a row.
"""

from perfect_play.puzzles import Add, Button, Turn, Variant, check_supported
from perfect_play.puzzles.boards import Cells, FillingGame, Layout, Moves, Position, Rows, add, lines
from perfect_play.puzzles.boards.actions import has_line, is_full, landing, settle, whoever_moved

LEFT, RIGHT = 1, 2


class Connect4Twist(FillingGame):
    name = "Connect 4 Twist and Turn"
    opens = "4x4"
    also_called = ("Connect Four Twist & Turn", "Four in a row")
    description = "Drop pieces into a tower whose rings turn, and get four in a row."
    instructions = """The board is a round **tower** of rings: its right edge is joined to its left edge. On your
        turn, **drop** a piece into a column that is not full: `x` begins. Then you may **turn one ring** a step to
        the left or right if it held a piece before; pieces with nothing below them fall. **Four in a row**, upward,
        around the tower or diagonally, win for their owner, whoever moved; if both players have four, it is a tie."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x3", "3 rows, 3 columns, three in a row", (3, 3), testing=True, positions=146),
        Variant("4x4", "4 rows, 4 columns", (4, 4), positions=23_894),
        Variant("4x5", "4 rows, 5 columns", (4, 5), presolve=False, positions=413_272),
    )
    dense = False

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        # Below, two boards of the same size for the buttons of moves that turn a ring left, and right.
        self.layout = Layout(3 * rows, cols, range(self.cells))
        self.most_moves = cols * (2 * rows + 1)
        self.symmetries = [
            tuple(row * cols + (turned + sign * col) % cols for row in range(rows) for col in range(cols))
            for turned in range(cols)
            for sign in (1, -1)
        ]
        # As many in a row as there are rows.
        self.wins = lines(rows, cols, rows, around=True)

    def read(self, cells: str, turn: Turn) -> Position:
        """Read the cells, and reject floating pieces."""
        position = super().read(cells, turn)
        check_supported(cells, self.cols)
        return position

    def format_move(self, position: Position, move: int) -> str:
        """The column, and the row and direction of a turn: `b`, `b 1R`."""
        cell, direction = divmod(move, 3)
        column = "abcde"[cell % self.cols]
        return f"{column} {self.rows - cell // self.cols}{'-LR'[direction]}" if direction else column

    def button(self, position: Position, move: int) -> Button:
        """Where the piece lands; with a turn, its row and the piece's column."""
        cell, direction = divmod(move, 3)
        piece = self.pieces[position[0] - 1]
        if direction:
            return Add(piece, direction * self.cells + cell)
        return Add(piece, landing(self.numbers(position[1]), cell, self.rows, self.cols))


def list_moves(cells: Cells, turn: int, moves: Moves, rows: int, cols: int) -> int:
    """Three times the number of a cell: the column, and the row that is turned; plus its direction, or 0."""
    count = 0
    for col in range(cols):
        if cells[col] == 0:
            count = add(moves, count, 3 * col)
            for row in range(rows):
                held = False
                for cell in range(row * cols, row * cols + cols):
                    held = held or cells[cell] != 0
                if held:
                    for direction in range(LEFT, RIGHT + 1):
                        count = add(moves, count, 3 * (row * cols + col) + direction)
    return count


def make_move(cells: Cells, turn: int, move: int, rows: int, cols: int) -> int:
    row, col, direction = move // 3 // cols, move // 3 % cols, move % 3
    cells[landing(cells, col, rows, cols)] = turn
    # The piece at the edge is passed along to the other end of its ring.
    shift, passed = (1, row * cols) if direction == LEFT else (-1, row * cols + cols - 1)
    for _ in range(cols - 1 if direction else 0):
        cells[passed], cells[passed + shift] = cells[passed + shift], cells[passed]
        passed += shift
    settle(cells, len(cells), cols)
    return 3 - turn


def outcome(cells: Cells, turn: int, wins: Rows, cols: int) -> int:
    return whoever_moved(has_line(cells, turn, wins), has_line(cells, 3 - turn, wins), is_full(cells, cols))

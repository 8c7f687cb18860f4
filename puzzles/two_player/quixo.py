"""Quixo: take a blank cube or one of your own from the rim, and push it back into its row or column as yours.

Every board is legal, with either player to move. If both players have a line, the one who has just moved has lost: a
line of the player to move counts before the opponent's.

The 3x3 board is a win in 7, 4x4 a win in 21. 5x5 is a draw (S. Tanaka, F. Bonnet, S. Tixeuil and Y. Tamura, "Quixo is
solved", Advances in Computer Games 2021); it has some 10**11 positions up to symmetry, too many to be solved here.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Move, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, Rows, add, has_line, lines

UNSOLVED = 5
"""Boards of this side are too large for a table, with too many ranks to count."""
ENDS = "RLDU"  # right, left, down, up: where a cube is pushed back in


class Quixo(BoardGame):
    name = "Quixo"
    opens = "4x4"
    pieces, other_side = "XO", "OX"
    description = "Push cubes in at the ends of rows and columns until a line is yours."
    instructions = """`X` begins. On your turn, take a cube from the **rim** that is blank or yours, turn it to your
        side, and **push it back in** at another end of the row or column it came from; the cubes in between move up by
        one. A full line of yours, across, down or diagonal, wins. But if your move completes a line of the **other
        player**, you lose."""
    author = "Thierry Chapeau"
    date_created = "1995"
    variants = (
        Variant("3x3", "3x3", (3,), testing=True, positions=2_862),
        Variant("4x4", "4x4", (4,), presolve=False, positions=5_398_083),
        Variant("5x5", "5x5", (5,), presolve=False, positions=100_000_000_000),
    )

    def prepare(self, side: int) -> None:
        self.rows = self.cols = side
        self.dense = side < UNSOLVED
        self.symmetries = symmetries(side, side)
        self.lines = lines(side, side, side)
        self._names, self.pushes = zip(*_pushes(side), strict=True)

    def tier(self, x: int, o: int) -> tuple[int, int]:
        """The number of cubes that belong to a player, and the difference between the players' numbers."""
        return x + o, abs(x - o)

    def format_move(self, position: Position, move: int) -> str:
        """The cube, counted from 1, and the end where it is pushed in: right, left, down or up."""
        return str(self._names[move])

    def button(self, position: Position, move: int) -> Move:
        return Move(self.pushes[move][0], self.pushes[move][-1])


def list_moves(cells: Cells, turn: int, moves: Moves, pushes: Rows) -> int:
    count = 0
    for move in range(len(pushes)):
        if cells[pushes[move][0]] != 3 - turn:
            count = add(moves, count, move)
    return count


def make_move(cells: Cells, turn: int, move: int, pushes: Rows) -> int:
    push = pushes[move]
    for i in range(len(push) - 1):
        cells[push[i]] = cells[push[i + 1]]
    cells[push[-1]] = turn
    return 3 - turn


def outcome(cells: Cells, turn: int, lines: Rows) -> int:
    if has_line(cells, turn, lines):
        return WON
    return LOST if has_line(cells, 3 - turn, lines) else ONGOING


def list_unmoves(cells: Cells, turn: int, moves: Moves, pushes: Rows) -> int:
    count = 0
    for move in range(len(pushes)):
        if cells[pushes[move][-1]] == 3 - turn:
            count = add(moves, count, move)
    return count


def unmake_move(cells: Cells, turn: int, move: int, pushes: Rows) -> int:
    push = pushes[move]
    for i in range(len(push) - 1, 0, -1):
        cells[push[i]] = cells[push[i - 1]]
    cells[push[0]] = 3 - turn
    return 3 - turn


def _pushes(side: int) -> list[tuple[str, tuple[int, ...]]]:
    """The name of each move, and its cells in order, from that of the cube to the end where it is pushed in."""
    pushes = []
    for cell in range(side**2):
        row, col = divmod(cell, side)
        if row in (0, side - 1) or col in (0, side - 1):
            across = range(cell, (row + 1) * side), range(cell, row * side - 1, -1)
            down = range(cell, side**2, side), range(cell, -1, -side)
            lines = zip(ENDS, (*across, *down), strict=True)
            pushes += [(f"{cell + 1} {end}", tuple(line)) for end, line in lines if len(line) > 1]
    return pushes

"""Slide-5: push pieces into rows and columns until five of yours are in a row.

Player 1 has `X`. Rows are pushed from the left, columns from the bottom; either player can always move, even when the
board is full, and play that never ends is a draw. The 5x5 boards have too many positions to be solved. The 3x3 board is
not a published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, TIED, WON, Add, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, Rows, has_line, lines, within


class Slide5(BoardGame):
    name = "Slide-5"
    also_called = ("Slide Five",)
    description = "Push pieces into rows and columns to get five in a row."
    instructions = """On your turn, **push** one of your pieces into a row from the left, or into a column from the
        bottom. The pieces there move along until the first gap is closed; from a full line, the piece at the far end
        **drops out**. Whoever gets **five in a row**, across, down or diagonal, wins. If both players do, the one
        who pushed wins, or it is a tie, depending on the variant."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x3", "3x3, three in a row", (3, LOST), testing=True, positions=3_554),
        Variant("regular", "If both have a row, who made them wins", (5, LOST), presolve=False, positions=10**11),
        Variant("ties", "If both have a row, it is a tie", (5, TIED), presolve=False, positions=10**11),
    )
    pieces, other_side = "XO", "OX"
    dense = False

    def prepare(self, side: int, both: int) -> None:
        self.rows = self.cols = side
        self.both = both
        # With a column to the left and a row below for the buttons.
        self.layout = within(side + 1, side + 1, side, side, left=1)
        self.most_moves = 2 * side
        self.symmetries = (
            tuple((side - 1 - cell % side) * side + side - 1 - cell // side for cell in range(self.cells)),
        )
        self.wins = lines(side, side, side)
        across = [tuple(side * row + col for col in range(side)) for row in range(side)]
        upright = [tuple(side * row + col for row in reversed(range(side))) for col in range(side)]
        self.pushed = tuple(across + upright)

    def format_move(self, position: Position, move: int) -> str:
        """The row, numbered from the bottom, or the column's letter."""
        return str(self.rows - move) if move < self.rows else "abcdefgh"[move - self.rows]

    def button(self, position: Position, move: int) -> Add:
        """The piece, beside the row or the column that it is pushed into."""
        width = self.cols + 1
        place = move * width if move < self.rows else self.rows * width + move - self.rows + 1
        return Add(self.pieces[position[0] - 1], place)


def list_moves(cells: Cells, turn: int, moves: Moves, pushed: Rows) -> int:
    for line in range(len(pushed)):
        moves[line] = line
    return len(pushed)


def make_move(cells: Cells, turn: int, move: int, pushed: Rows) -> int:
    carried = turn
    for cell in pushed[move]:
        displaced = cells[cell]
        cells[cell] = carried
        carried = displaced
        if carried == 0:
            break
    return 3 - turn


def outcome(cells: Cells, turn: int, wins: Rows, both: int) -> int:
    if has_line(cells, 3 - turn, wins):
        return both if has_line(cells, turn, wins) else LOST
    return WON if has_line(cells, turn, wins) else ONGOING

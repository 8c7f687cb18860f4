"""Fox and Hounds: four hounds that only move forward try to trap a fox on the dark squares of a chessboard.

The dark squares are numbered row by row from the top left, where the fox, `F`, begins. Player 1 has the hounds, `G`,
and begins at the bottom. Every placement is legal, with either player to move.

As in GamesmanClassic, the fox has won as soon as no hound is in a lower row, even if it is level with the last one. The
hounds win in 43 moves, and play from the start reaches 778,771 positions. The smaller board is not a published game,
but one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Variant, cell_name
from perfect_play.puzzles.boards import BoardGame, Cells, Position, list_player_steps, source_of, target_of

HOUND, FOX = 1, 2


class FoxAndHounds(BoardGame):
    name = "Fox and Hounds"
    also_called = ("Wolf and Sheep", "Fox and Geese")
    description = "Trap the fox, or slip past the hounds."
    side_names = ("the hounds", "the fox")
    instructions = """Pieces move **one step diagonally** to an empty square: the hounds (`G`), who begin, only **up**,
        the fox (`F`) in any direction. The hounds win when the fox **cannot move**. The fox wins when **no hound is
        left in a row below it**, or when the hounds cannot move."""
    author = "Traditional"
    variants = (
        Variant("4x4", "4x4, two hounds", (4,), testing=True, positions=336),
        Variant("regular", "8x8, four hounds", (8,), presolve=False, positions=2_013_760),
    )
    stuck = LOST
    pieces, other_side = "GF", ""

    def prepare(self, rows: int) -> None:
        self.rows = rows
        self.cols = rows // 2
        squares = [(row, 2 * i + 1 - row % 2) for row in range(rows) for i in range(self.cols)]
        self.squares = [row * rows + col for row, col in squares]
        self.targets = tuple(
            tuple(target for target, (r, c) in enumerate(squares) if abs(c - col) == 1 and r - row in steps)
            for steps in ((-1,), (-1, 1))  # of a hound, and of the fox
            for row, col in squares
        )
        self.setup = "F" + "-" * (self.cells - self.cols - 1) + "G" * self.cols

    list_moves = list_player_steps

    def format_move(self, position: Position, move: int) -> str:
        """The squares, named as on a chessboard."""
        source, target = (self.squares[cell] for cell in (source_of(move), target_of(move)))
        return f"{cell_name(source, self.rows, self.rows)}-{cell_name(target, self.rows, self.rows)}"


def outcome(cells: Cells, turn: int, cols: int) -> int:
    fox, last = 0, 0
    for cell in range(len(cells)):
        if cells[cell] == FOX:
            fox = cell
        elif cells[cell] == HOUND:
            last = cell
    if fox // cols >= last // cols:
        return WON if turn == FOX else LOST
    return ONGOING

"""Teeko: place four pieces each, then move them; four in a line or in a square win.

Every placement of the pieces is legal, though play does not reach those in which both players have won, which count as
wins of the player to move. While pieces are being placed, the board shows who is to move; with all on the board, either
player can be.

The standard game has 44 ways to win: 28 lines and 16 squares. The advanced game adds the 14 squares whose corners are
farther apart. The standard game is a draw, the advanced one a win for the first player (G. L. Steele, 1998,
unpublished).

The 4x4 board, on which three in a line win, is not a published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Variant, symmetries
from perfect_play.puzzles.boards import (
    Cells,
    PlacingGame,
    Rows,
    has_line,
    lines,
    list_back_steps,
    neighbors,
    squares,
    unmake_step,
)


class Teeko(PlacingGame):
    name = "Teeko"
    description = "Place four pieces, then move them into a line or a square."
    instructions = """In turn, each player **places** four pieces on empty cells; `X` begins. Then, on your turn,
        **move** one of your pieces to an empty cell next to it, in any direction. Whoever gets **four in a line or in a
        square of four cells** wins. In the advanced game, the corners of larger squares win, too. On 4x4, with three
        pieces, three in a line win."""
    author = "John Scarne"
    date_created = "1937"
    variants = (
        Variant("4x4", "4x4, three pieces", (4, 3, 0), testing=True, positions=27_305),
        Variant("standard", "Standard", (5, 4, 1), presolve=False, positions=12_097_029),
        Variant("advanced", "Advanced: larger squares win, too", (5, 4, 4), presolve=False, positions=12_097_029),
    )
    pieces, other_side = "XO", "OX"

    def prepare(self, side: int, stones: int, largest: int) -> None:
        self.stones = stones
        self.rows = self.cols = side
        self.symmetries = symmetries(side, side)
        self.neighbors = neighbors(side, side)
        self.wins = lines(side, side, stones) + tuple(
            square for distance in range(1, largest + 1) for square in squares(side, distance)
        )

    list_unmoves = list_back_steps
    unmake_move = unmake_step


def outcome(cells: Cells, turn: int, wins: Rows) -> int:
    if has_line(cells, turn, wins):
        return WON
    return LOST if has_line(cells, 3 - turn, wins) else ONGOING

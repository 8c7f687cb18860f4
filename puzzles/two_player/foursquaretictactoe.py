"""4-Square-Tic-Tac-Toe: four in a line, in a small square, or in the corners of the board win.

Player 1 has `X`; the board shows who is to move. With the diamonds, the four cells around a cell, and the corners of
the two large tilted squares, count as well. Every placement of the marks is legal.

The first player wins with the diamonds in 13 moves; the other variants are ties. Play from the start reaches 9,325,489
positions, or 9,081,861 with the diamonds (GamesmanClassic). The board of three rows is not a published game, but a
small one for trying out the same rules: three in a line, four in a square.
"""

from perfect_play.puzzles import LOST, ONGOING, TIED, WON, Variant, symmetries
from perfect_play.puzzles.boards import Cells, FillingGame, Rows, has_line, lines, squares

DIAMONDS = ((1, 4, 6, 9), (2, 5, 7, 10), (5, 8, 10, 13), (6, 9, 11, 14), (1, 7, 8, 14), (2, 4, 11, 13))


class FourSquareTicTacToe(FillingGame):
    id = "4squaretictactoe"
    name = "4-Square-Tic-Tac-Toe"
    also_called = ("Four Square Tic-Tac-Toe",)
    description = "Put four marks in a line, a square or the corners."
    instructions = """On your turn, put your mark on an empty cell: `X` begins. Four marks of one player in a
        **line**, across, down or diagonal, in a **square** of two by two cells, or in the **corners** of the board
        win; in the misère variants, they lose. In the **diamond** variants, the four cells around a cell count too,
        and so do the two large diamonds that reach across the board. A full board without any of these is a tie."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x3", "3 rows, three in a line", (3, (), LOST), testing=True, positions=850),
        Variant("regular", "Regular", (4, (), LOST), presolve=False, positions=1_273_771),
        Variant("misere", "Misère", (4, (), WON), presolve=False, positions=1_273_771),
        Variant("diamond", "Diamonds", (4, DIAMONDS, LOST), presolve=False, positions=1_273_771),
        Variant("diamond_misere", "Diamonds, misère", (4, DIAMONDS, WON), presolve=False, positions=1_273_771),
    )
    pieces = "XO"
    stuck = TIED

    def prepare(self, side: int, diamonds: tuple[tuple[int, ...], ...], faced_with_four: int) -> None:
        self.rows = self.cols = side
        self.faced_with_four = faced_with_four
        self.symmetries = symmetries(side, side)
        self.wins = lines(side, side, side) + squares(side, 1) + diamonds
        self.wins += squares(side, side - 1)


def outcome(cells: Cells, turn: int, wins: Rows, faced_with_four: int) -> int:
    if has_line(cells, 3 - turn, wins):
        return faced_with_four
    return WON + LOST - faced_with_four if has_line(cells, turn, wins) else ONGOING

"""Nu Tic-Tac-Toe: four pieces each begin in the outer rows; move them until three stand in a row.

Player 1 has `X`. Every placement of all pieces is legal, with either player to move; play ends as in Jan. The game on 5
rows is a draw, and play from the start reaches 7,795,903 positions (GamesmanClassic). The board of 3 rows is not a
published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import Variant
from perfect_play.puzzles.two_player.jan import Jan


class NuTicTacToe(Jan):
    name = "Nu Tic-Tac-Toe"
    opens = "regular"
    description = "Move your pieces over the rows until three stand in a row."
    instructions = """`X` begins. On your turn, move one of your pieces **one step** up, down or sideways to an empty
        cell. Whoever gets **three in a row**, across, down or diagonal, wins. Whoever **cannot move** loses."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x4", "3 rows, 4 columns", (4, "XOXO----OXOX"), testing=True, positions=8_766),
        Variant("regular", "5 rows, 4 columns", (4, "XOXO------------OXOX"), presolve=False, positions=2_207_000),
    )
    pieces, other_side = "XO", "OX"

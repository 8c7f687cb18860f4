"""Joust: knights that burn every square they leave; whoever cannot move loses.

Player 1 has `X`, player 2 `O`; `B` is burnt. Play soon leaves the knights few squares: from the start it reaches 521
positions on 4x4 squares, where the second player wins in twelve moves, and 16,211 on 5x4, fourteen moves
(GamesmanClassic).
"""

from perfect_play.puzzles import LOST, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, list_steps, make_step_and_block, neighbors

KNIGHT = tuple((down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down) != abs(right))


class Joust(BoardGame):
    name = "Joust"
    also_called = ("Knight Duel",)
    description = "Jump with your knight, burning squares behind you, until the enemy's is trapped."
    instructions = """`X` begins. On your turn, move your **knight** as in chess to an empty square. The square it
        leaves **burns**, and nobody may move there again. Knights take nothing. Whoever **cannot move** loses."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("4x4", "4x4", (4, 4), testing=True, positions=133),
        Variant("5x4", "5x4", (5, 4), positions=16_096),
    )
    pieces, other_side = "XOB", "OXB"
    dense = False
    most_moves = 8
    stuck = LOST

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.counts = {"X": (1,), "O": (1,), "B": range(self.cells - 1)}
        self.symmetries = symmetries(rows, cols)
        self.neighbors = neighbors(rows, cols, KNIGHT)
        self.setup = "O" + "-" * (self.cells - 2) + "X"

    list_moves = list_steps
    make_move = make_step_and_block

"""Lewthwaite's Game: slide your pieces into the one empty cell until the other player cannot.

Player 1 has `W`, player 2 `B`. The second player wins in sixteen moves. Pieces that have moved can hardly move again,
so play from the start reaches only 72,725 positions. The 3x3 board is not a published game, but a small one for trying
out the same rules.
"""

from perfect_play.puzzles import LOST, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, beside, list_steps


class LewthwaitesGame(BoardGame):
    name = "Lewthwaite's Game"
    description = "Slide a piece into the hole until the other player cannot."
    instructions = """The board is full except for one cell. `W` begins. On your turn, **slide** one of your pieces up,
        down or sideways into that **empty cell**. Whoever **cannot move** loses."""
    author = "G. W. Lewthwaite"
    variants = (
        Variant("3x3", "3x3", (3,), testing=True, positions=9),
        Variant("standard", "Standard", (5,), positions=9_122),
    )
    pieces, other_side = "WB", "BW"
    dense = False
    most_moves = 4
    stuck = LOST

    def prepare(self, side: int) -> None:
        self.rows = self.cols = side
        self.symmetries = symmetries(side, side)
        self.neighbors = beside(side, side)
        self.setup = "".join("-" if cell == self.cells // 2 else "BW"[cell % 2] for cell in range(self.cells))

    list_moves = list_steps

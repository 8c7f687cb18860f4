"""All Queens Chess: twelve queens that take nothing; four of yours in a row win.

Player 1 has `W`, player 2 `B`. A board with a full row is lost for the player to move; play that never ends is a draw.
A player who could not move would lose. 5x5 has some 300 million classes of positions, too many to be solved here. The
3x3 board is not a published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, any_line_loses, lines, list_rays, slides


class AllQueensChess(BoardGame):
    name = "All Queens Chess"
    description = "Bring four of your six queens into a row."
    instructions = """`W` begins. On your turn, move one of your **queens** as in chess: any distance over empty
        squares, in any direction. Queens take nothing. Whoever gets **four in a row**, across, down or diagonal, wins;
        on 3x3, three win."""
    author = "Elliot Rudell"
    variants = (
        Variant("3x3", "3x3, three queens", ("WBW---BWB", 3, 3), testing=True, positions=204),
        Variant("standard", "Standard", ("WBWBW-----B---W-----BWBWB", 5, 4), presolve=False, positions=300_000_000),
    )
    pieces, other_side = "WB", "BW"
    dense = False
    most_moves = 128
    stuck = LOST

    def prepare(self, setup: str, side: int, length: int) -> None:
        self.setup = setup
        self.rows = self.cols = side
        self.symmetries = symmetries(side, side)
        self.rays = slides(side, side)
        self.wins = lines(side, side, length)

    list_moves = list_rays
    outcome = any_line_loses

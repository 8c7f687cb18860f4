"""Jan: move your pieces one step at a time until three stand in a row.

Every placement of all pieces is legal, with either player to move. Player 1 has `w`. A board with a row of three is
lost for the player to move, as in GamesmanClassic, though play only reaches those in which the row is the opponent's.
Play that never ends is a draw. A player who cannot move loses; GamesmanClassic treats it as a draw, which affects four
positions of 4x4.

4x4 is a draw; play from the start reaches 750,914 positions (GamesmanClassic). The 3x3 board is not a published game,
but a small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, Variant, symmetries
from perfect_play.puzzles.boards import SteppingGame, any_line_loses, beside, lines


class Jan(SteppingGame):
    name = "Jan"
    opens = "4x4"
    description = "Move your pieces until three stand in a row."
    instructions = """`w` begins. On your turn, move one of your pieces **one step** up, down or sideways to an empty
        cell. Whoever gets **three in a row**, across, down or diagonal, wins. Whoever **cannot move** loses."""
    author = "Traditional"
    variants = (
        Variant("3x3", "3x3, three pieces", (3, "bwb---wbw"), testing=True, positions=228),
        Variant("4x4", "4x4, four pieces", (4, "bwbw--------wbwb"), positions=113_028),
    )
    pieces, other_side = "wb", "bw"
    stuck = LOST

    def prepare(self, cols: int, setup: str) -> None:
        self.cols, self.setup = cols, setup
        self.rows = len(setup) // cols
        self.symmetries = symmetries(self.rows, cols)
        self.neighbors = beside(self.rows, cols)
        self.wins = lines(self.rows, cols, 3)

    outcome = any_line_loses

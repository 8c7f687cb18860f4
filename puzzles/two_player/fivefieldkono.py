"""Five Field Kono: move seven pieces diagonally to where the enemy's began.

Player 1 begins at the bottom. With the cells colored as on a chessboard, a piece never leaves its color: every
placement with as many pieces of each player on each color as at the start is legal, with either player to move. A board
on which all of either player's pieces have arrived is lost for the player to move. Pieces are never taken, and play
that never ends is a draw.

Pieces on one color never meet those on the other, so the cells of each color can be mirrored alone. The variants are
those of GamesmanClassic and differ in the result for a player who cannot move. The 3x4 board is not a published game,
but a small one for trying out the same rules: a tie in six moves, and play from the start reaches 7,960 positions.
"""

from perfect_play.puzzles import LOST, ONGOING, TIED, WON, Variant
from perfect_play.puzzles.boards import Cells, SteppingGame, neighbors

LARGE = "oooooo---o-----x---xxxxxx"
POSITIONS = 297_297_000


class FiveFieldKono(SteppingGame):
    name = "Five Field Kono"
    description = "Move your pieces diagonally to where the enemy's began."
    instructions = """`x` begins. On your turn, move one of your pieces **one step diagonally**, forward or back, to an
        empty cell. Nothing is taken. You win when your pieces fill all the cells where the **enemy's pieces began**. If
        you cannot move, the variant decides: the game is a tie, or you lose, or you win."""
    author = "Traditional; played in Korea"
    date_created = "Before 1895, when S. Culin described it"
    variants = (
        Variant("3x4", "3 rows, 4 columns, four pieces", (3, "oooo----xxxx", TIED), testing=True, positions=8_100),
        Variant("regular", "Stuck player ties", (5, LARGE, TIED), presolve=False, positions=POSITIONS),
        Variant("delta", "Stuck player loses", (5, LARGE, LOST), presolve=False, positions=POSITIONS),
        Variant("omega", "Stuck player wins", (5, LARGE, WON), presolve=False, positions=POSITIONS),
    )
    other_side = "ox"

    def prepare(self, rows: int, setup: str, stuck: int) -> None:
        self.rows, self.setup, self.stuck = rows, setup, stuck
        cells, cols = range(len(setup)), len(setup) // rows
        self.cols = cols
        colors = [[cell for cell in cells if (cell // cols + cell % cols) % 2 == parity] for parity in (0, 1)]
        self.regions = [
            (color, {piece: (sum(setup[cell] == piece for cell in color),) for piece in "xo"}) for color in colors
        ]
        mirrored = [cell // cols * cols + cols - 1 - cell % cols for cell in cells]
        if cols % 2:  # then a cell's mirror image has its color
            self.symmetries = [
                tuple(mirrored[cell] if cell in mirror else cell for cell in cells) for mirror in (*colors, cells)
            ]
        self.exchanged_cells = tuple((rows - 1 - cell // cols) * cols + cell % cols for cell in cells)
        self.neighbors = neighbors(rows, cols, ((-1, -1), (-1, 1), (1, -1), (1, 1)))
        self.first_goal = tuple(cell for cell in cells if setup[cell] == "o")
        self.second_goal = tuple(cell for cell in cells if setup[cell] == "x")


def outcome(cells: Cells, turn: int, first_goal: tuple[int, ...], second_goal: tuple[int, ...]) -> int:
    first, second = 0, 0
    for i in range(len(first_goal)):
        first += cells[first_goal[i]] == 1
        second += cells[second_goal[i]] == 2
    return LOST if len(first_goal) in (first, second) else ONGOING

"""Pong Hau K'i: two pieces each on five points; trap the opponent.

A position is (player to move, points): one character each for the points top left, top right,
center, bottom left and bottom right: `x` a piece of the first player, `o` one of the second,
`-` the empty point. The lines are all sides of the square but the top one, and both diagonals,
which meet in the center. Every placement of the four pieces is legal, with either player to move.

Its text is the player, `_` and the points: `1_oo-xx`. There are 60 positions, of which play reaches 56.
"""

from perfect_play.puzzles import LOST, Variant
from perfect_play.puzzles.boards import BoardGame, Layout, Position, list_steps, source_of

NEIGHBORS = ((2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3))
NAMES = ("top left", "top right", "center", "bottom left", "bottom right")
MIRRORED = (1, 0, 2, 4, 3)


class PongHauKi(BoardGame):
    name = "Pong Hau K'i"
    also_called = ("Umul Gonu", "Horseshoe")
    description = "Move along the lines of a small board and trap the other player."
    instructions = """The five points, four corners and the center, are joined by **both diagonals** and by **every side
        but the top one**. `x` begins. On your turn, move a piece along a line to the empty point. Whoever **cannot
        move** loses."""
    author = "Traditional, China"
    date_created = "Traditional; described by Stewart Culin in 1895"
    variants = (Variant("regular", "Regular", testing=True, positions=32),)

    rows, cols = 1, 5
    layout = Layout(3, 3, range(0, 9, 2))
    setup = "oo-xx"
    other_side = ""  # tables would be half as large, but count positions that play does not reach
    symmetries = (MIRRORED,)
    neighbors = NEIGHBORS
    list_moves = list_steps
    stuck = LOST

    def format_move(self, position: Position, move: int) -> str:
        return NAMES[source_of(move)]

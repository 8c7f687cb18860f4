"""Horses: place three pieces on a ring of eight points and its center, then move them until three stand in a line.

The points of the ring are numbered clockwise from the top, 0 to 7; 8 is the center. A line is a diameter, or three
neighbors on the ring. Every placement of the pieces is legal; once all are on the board, either player can be to move.
With a line of either player on the board, the player to move has lost; in the misère variant, won. Play that never ends
is a draw, as is either variant. No player is ever stuck without a line. Play from the start reaches 5,230 positions
(GamesmanPy).
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Variant
from perfect_play.puzzles.boards import Cells, PlacingGame, Rows, any_line_loses

RING, CENTER = range(8), 8


class Horses(PlacingGame):
    name = "Horses"
    description = "Place three pieces on a wheel, then move them into a line."
    instructions = """In turn, each player **places** three pieces on empty points; `x` begins. Then, on your turn,
        **move** one of your pieces to an empty point next to it: along the ring, or into or out of the **center**.
        **Three in a line**, through the center or side by side on the ring, win; in the misère variant, they lose."""
    author = "Traditional; GamesCrafters' version"
    variants = (
        Variant("regular", "Regular", (LOST,), testing=True, positions=290),
        Variant("misere", "Misère", (WON,), testing=True, positions=290),
    )
    other_side = "ox"
    numbered_from = 0
    rows, cols = 1, 9
    stones = 3
    neighbors = (*(((point - 1) % 8, (point + 1) % 8, CENTER) for point in RING), tuple(RING))
    wins = (
        *((point, CENTER, point + 4) for point in range(4)),
        *((point, (point + 1) % 8, (point + 2) % 8) for point in RING),
    )
    symmetries = tuple(
        (*((turned + sign * point) % 8 for point in RING), CENTER) for turned in RING for sign in (1, -1)
    )  # fmt: skip

    def prepare(self, faced_with_line: int) -> None:
        self.faced_with_line = faced_with_line


def outcome(cells: Cells, turn: int, wins: Rows, faced_with_line: int) -> int:
    return ONGOING if any_line_loses(cells, turn, wins) == ONGOING else faced_with_line

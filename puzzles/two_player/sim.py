"""Sim: color the lines between six points in turn, and do not make a triangle of your color.

The cells are the lines, in the order 12, 13, ..., 23, ..., 56. Player 1 colors `x`; the board shows who is to move.
Every coloring is legal. A board with a triangle of one color is won for the player to move, as whoever has just made it
has lost. Six points always end in a triangle (Ramsey's theorem), so there are no ties.

The second player wins (E. Mead, A. Rosa and C. Huang, "The game of Sim: a winning strategy for the second player",
Mathematics Magazine 47, 1974), in 15 moves; play from the start reaches 2,230,702 positions (GamesmanClassic). The game
on five points, which can be tied, is a small one for trying out the same rules.
"""

from itertools import combinations

from perfect_play.puzzles import ONGOING, TIED, WON, Variant
from perfect_play.puzzles.boards import Cells, FillingGame, Position, Rows, has_line


class Sim(FillingGame):
    name = "Sim"
    description = "Color lines between six points without making a triangle of your color."
    instructions = """Six points are joined by fifteen **lines**. On your turn, **color** a line that has no color
        yet: `x` begins. Whoever completes a **triangle** with all three sides of their own color loses. Only
        triangles whose corners are points count."""
    author = "Gustavus Simmons"
    date_created = "1969"
    variants = (
        Variant("5", "Five points", (5,), testing=True, positions=1_811),
        Variant("regular", "Regular", (6,), presolve=False, positions=293_096),
    )
    rows = 1
    stuck = TIED

    def prepare(self, points: int) -> None:
        self.edges = list(combinations(range(1, points + 1), 2))
        self.cols = len(self.edges)
        number = {frozenset(edge): cell for cell, edge in enumerate(self.edges)}
        self.triangles = tuple(
            tuple(number[frozenset(edge)] for edge in combinations(corners, 2))
            for corners in combinations(range(1, points + 1), 3)
        )
        # All orders of the points are images, but there are too many; these are those of a ring.
        ring = tuple(range(1, points + 1))
        self.symmetries = [
            tuple(number[frozenset((image[a - 1], image[b - 1]))] for a, b in self.edges)
            for image in (ring[first:] + ring[:first] for ring in (ring, ring[::-1]) for first in range(points))
        ]

    def format_move(self, position: Position, move: int) -> str:
        """The two points of the line."""
        a, b = self.edges[move]
        return f"{a}{b}"


def outcome(cells: Cells, turn: int, triangles: Rows) -> int:
    return WON if has_line(cells, 1, triangles) or has_line(cells, 2, triangles) else ONGOING

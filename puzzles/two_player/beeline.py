"""Beeline: bees fly straight until something stops them; surround an enemy bee with three of yours.

The cells of the rhombus are hexagons, numbered row by row; a cell's neighbors are those beside it in its row and
column, and those at the lower left and upper right. Player 1 has `W`. Every placement of all the bees is legal, with
either player to move. A player who cannot move loses, whatever is surrounded. Play that never ends is a draw.

As in GamesmanClassic, if bees of both players are surrounded, the one on the lowest-numbered cell counts, so turned
boards are not equivalent. The game is a draw; play from the start reaches 318,064 positions (GamesmanClassic). The
rhombus of three rows is not a published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Variant, rays
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Rows, list_slides, neighbors

HEXAGONAL = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
DIRECTIONS = (1, 2, 3, 4, 5, 6)  # of the eight directions of `rays`
BEES = 3


class Beeline(BoardGame):
    name = "Beeline"
    description = "Fly straight until something stops you, and surround an enemy bee."
    instructions = """`W` begins. On your turn, choose one of your bees and one of **six directions**: the bee flies
        **as far as it can**, to the edge or up to another bee. Nothing is captured. A bee with **three enemy bees
        beside it** is surrounded, and its owner loses, whoever moved. If bees of **both** players are, only the one on
        the first such cell counts, row by row from the top. A player who **cannot move** loses, whatever is
        surrounded."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x3", "3 rows", (3,), testing=True, positions=3_360),
        Variant("regular", "Standard", (4,), presolve=False, positions=320_320),
    )
    pieces, other_side = "WB", ""

    def prepare(self, side: int) -> None:
        self.rows = self.cols = side
        self.neighbors = neighbors(side, side, HEXAGONAL)
        self.rays = tuple(
            (cell, *rays(cell, side, side)[direction]) for cell in range(self.cells) for direction in DIRECTIONS
        )
        bees = [cell in (0, 1, side) for cell in range(self.cells)]
        self.setup = "".join("-WB"[first + 2 * second] for first, second in zip(bees, reversed(bees), strict=True))


def list_moves(cells: Cells, turn: int, moves: Moves, rays: Rows) -> int:
    return list_slides(cells, turn, moves, 0, rays)


def outcome(cells: Cells, turn: int, neighbors: Rows) -> int:
    free, surrounded = False, 0
    for cell in range(len(neighbors)):
        gaps, enemies = 0, 0
        for neighbor in neighbors[cell]:
            gaps += cells[neighbor] == 0
            enemies += cells[neighbor] == 3 - cells[cell]
        free = free or (cells[cell] == turn and gaps > 0)
        if surrounded == 0 and enemies == BEES:
            surrounded = cells[cell]
    if not free or surrounded == turn:
        return LOST
    return WON if surrounded != 0 else ONGOING

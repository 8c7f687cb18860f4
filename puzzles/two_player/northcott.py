"""Northcott's Game: slide a counter along its row; whoever cannot move loses.

Every row has one counter of each player, player 1's `x` to the left of player 2's `o`, which never pass each other. A
position is (player to move, cells); every such placement is legal, with either player to move.

The gaps between the counters are the piles of Nim: whoever can make the XOR of all gaps 0 wins, and backward moves,
which run out, delay the end without changing that (E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, 1982,
chapter 3).
"""

from perfect_play.puzzles import IMPOSSIBLE, LOST, ONGOING, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, list_back_rays, list_rays, slides, unmake_step

LEFT, RIGHT = 3, 4  # of the eight directions of `rays`


def _variant(rows: int, cols: int, start: str, testing: bool = False) -> Variant:
    name, placements = f"{rows} rows of {cols}", (cols * (cols - 1) // 2) ** rows
    return Variant(f"{rows}x{cols}", name, (rows, cols, start), testing=testing, positions=placements)


class NorthcottsGame(BoardGame):
    name = "Northcott's Game"
    description = "Slide your counters toward the enemy's until the other player cannot move."
    instructions = """Each row has a counter `x` of player 1 and a counter `o` of player 2. On your turn, **slide**
        yours any distance **along its row**, forward or back, without jumping over the enemy's. Whoever **cannot
        move** loses."""
    author = "D. G. Northcott"
    opens = "3x8"
    variants = (
        _variant(3, 5, "x---o-x--ox--o-", testing=True),
        _variant(3, 8, "x-----o--x---o--x------o"),
        _variant(4, 6, "x----o-x--o-x---o---x--o"),
    )
    pieces, other_side = "xo", "ox"
    stuck = LOST
    rules_out = True

    def prepare(self, rows: int, cols: int, setup: str) -> None:
        self.rows, self.cols, self.setup = rows, cols, setup
        cells = [range(row * cols, (row + 1) * cols) for row in range(rows)]
        self.regions = [(row, {"x": (1,), "o": (1,)}) for row in cells]
        self.exchanged_cells = tuple(cell for row in cells for cell in reversed(row))
        self.rays = slides(rows, cols, (LEFT, RIGHT))

    list_moves = list_rays
    list_unmoves = list_back_rays
    unmake_move = unmake_step


def outcome(cells: Cells, turn: int) -> int:
    """Play goes on; rows in which the counters have passed each other are impossible."""
    last = 2
    for piece in cells:
        if piece != 0:
            if piece == last:
                return IMPOSSIBLE
            last = piece
    return ONGOING

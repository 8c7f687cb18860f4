"""Quick Chess: a king, a queen and a rook each on four rows of three squares.

Player 1 has the capitals, at the bottom. A player who cannot move but is not in check ties; play that never ends is a
draw. The first player wins in eleven moves (GamesmanClassic), and play from the start reaches 263,112 positions. The
variant without queens is not a published game, but a small one for trying out the same rules.
"""

from __future__ import annotations

from puzzles.base import Variant
from puzzles.boards.moves import Rows
from puzzles.grid import rays, symmetries
from puzzles.two_player._small_chess import SmallChess, padded

ROWS, COLS = 4, 3
SIZE = ROWS * COLS
KING, QUEEN, ROOK = 1, 2, 3


def _rays() -> Rows:
    found = []
    for cell in range(SIZE):
        for ray in filter(None, rays(cell, ROWS, COLS)):
            found += [(KING, cell, ray[0]), (QUEEN, cell, *ray)]
            if ray[0] // COLS == cell // COLS or ray[0] % COLS == cell % COLS:
                found.append((ROOK, cell, *ray))
    return padded(found)


class QuickChess(SmallChess):
    id = "quickchess"
    name = "Quick Chess"
    opens = "regular"
    description = "Checkmate with king, queen and rook on a tiny board."
    instructions = (
        "On your turn, move a piece of yours as in **chess**: the king one square, the rook any distance along a row "
        "or column, the queen along diagonals as well. A piece may take an enemy piece. Your king may not be left in "
        "check. **Checkmate** wins; a player who cannot move but is not in check **ties**."
    )
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("rooks", "Without queens", ("rk--------KR",), testing=True, positions=1_203),
        Variant("regular", "Regular", ("rkq------QKR",), positions=32_903),
    )
    pieces, other_side = "KQRkqr", "kqrKQR"
    counts = {"K": (1,), "k": (1,)} | dict.fromkeys("QRqr", range(2))
    rows, cols = ROWS, COLS
    symmetries = symmetries(ROWS, COLS)
    most_moves = 32
    rays = _rays()

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        (self.setup,) = variant.options

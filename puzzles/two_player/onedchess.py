"""1D Chess: a king, a knight and a rook each on a strip of eight squares.

Player 1 has the capitals. Only the two kings left is a tie, as is a player who cannot move but is not in check. A
player who could repeat moves for ever or tie is taken to tie, so nothing is drawn. The first player wins in eleven
moves; play from the start reaches 1,237 positions (GamesmanClassic).
"""

from __future__ import annotations

from puzzles.base import TIED, Variant
from puzzles.boards.moves import Rows
from puzzles.two_player._small_chess import SmallChess, padded

SIZE = 8
KING, KNIGHT, ROOK = 1, 2, 3


def _rays() -> Rows:
    ways = {KING: (1, 2), KNIGHT: (2, 3), ROOK: (1, SIZE)}
    found = []
    for sort, (nearest, beyond) in ways.items():
        for cell in range(SIZE):
            for way in (1, -1):
                cells = [cell + way * far for far in range(nearest, beyond)]
                found.append((sort, cell, *(other for other in cells if 0 <= other < SIZE)))
    return padded([ray for ray in found if len(ray) > 2])


class OneDChess(SmallChess):
    id = "1dchess"
    name = "1D Chess"
    also_called = ("One-dimensional Chess", "Linear Chess")
    description = "Checkmate on a strip of eight squares."
    instructions = (
        "On your turn, move a piece of yours: the **king** one square, the **knight** exactly two, jumping over what "
        "is between, the **rook** any distance over empty squares. A piece may take an enemy piece. Your king may not "
        "be left in check. **Checkmate** wins; a player who cannot move but is not in check **ties**, and so do two "
        "kings alone."
    )
    author = "Martin Gardner"
    date_created = "1980"
    variants = (Variant("regular", "Regular", testing=True, positions=653),)
    pieces, other_side = "KNRknr", "knrKNR"
    setup = "KNR--rnk"
    counts = {"K": (1,), "k": (1,)} | dict.fromkeys("NRnr", range(2))
    rows, cols = 1, SIZE
    exchanged_cells = tuple(reversed(range(SIZE)))
    most_moves = 16
    bare_kings = TIED
    rays = _rays()

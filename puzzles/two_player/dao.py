"""Dao: slide pieces over a small board into a row, a square or the corners.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a
piece of the first player, `o` one of the second, `-` an empty cell. Every placement of all pieces
is legal, with either player to move. (If it is a win for both, which never happens in play, the
player who moved last has won.)

Play from the start of 4x4 reaches 884,054 of the 900,900 placements as the player to move sees them; in none is a
player without a move.

The 3x3 board is not a published game, but a small one for trying out the same rules.
"""

import re

from perfect_play.puzzles import LOST, ONGOING, WON, Notation, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, Rows, add, neighbors, squares, step, steps


def read_older(rules: "Dao", text: str) -> Position | None:
    """`1_X--O-XO--OX-O--X`: in capitals."""
    return rules.parse(text.lower()) if re.fullmatch(r"[12]_[XO-]+", text) else None


class Dao(BoardGame):
    name = "Dao"
    opens = "4x4"
    description = "Slide your pieces into a row, a square or the four corners."
    instructions = """`x` begins. On your turn, slide a piece horizontally, vertically or diagonally **as far as it
        goes**, to the edge or to the next piece. You win when your pieces fill a row or a column, make a square, or
        hold the four corners; a diagonal does not count. You also win when three enemy pieces **trap** one of your
        pieces in a corner. On 3x3, with three pieces, only rows, columns and trapped corners win."""
    author = "Jeff Pickering and Ben van Buskirk"
    date_created = "1999"
    variants = (
        Variant("3x3", "3x3, three pieces", (3, "xox---oxo"), testing=True, positions=228),
        Variant("4x4", "4x4, four pieces", (4, "x--o-xo--ox-o--x"), ("regular",), positions=113_028),
    )
    notations = (Notation("the older form", "1_X--O-XO--OX-O--X", read_older),)
    other_side = "ox"

    def prepare(self, side: int, setup: str) -> None:
        self.setup = setup
        self.rows = self.cols = side
        pieces, cells = setup.count("x"), range(side**2)
        self.symmetries = symmetries(side, side)
        self.steps = steps(side, side)
        self.wins = tuple(tuple(cells[i * side : (i + 1) * side]) for i in range(side))
        self.wins += tuple(tuple(cells[i::side]) for i in range(side))
        if pieces == 4:
            self.wins += squares(side, 1) + squares(side, side - 1)
        self.corners = tuple((cell, *around) for cell, around in enumerate(neighbors(side, side)) if len(around) == 3)


def list_moves(cells: Cells, turn: int, moves: Moves, steps: Rows) -> int:
    count = 0
    for cell in range(len(cells)):
        if cells[cell] == turn:
            for direction in range(8):
                target, next_cell = cell, steps[cell][direction]
                while next_cell >= 0 and cells[next_cell] == 0:
                    target, next_cell = next_cell, steps[next_cell][direction]
                if target != cell:
                    count = add(moves, count, step(cell, target))
    return count


def outcome(cells: Cells, turn: int, wins: Rows, corners: Rows) -> int:
    won = 0  # the sum of the players who have
    for win in wins:
        owner, held = cells[win[0]], 0
        for cell in win:
            held += cells[cell] == owner
        if held == len(win):
            won |= owner
    for corner in corners:
        owner, enemies = cells[corner[0]], 0
        for cell in corner:
            enemies += cells[cell] == 3 - owner
        if enemies == 3:
            won |= owner
    return LOST if won & (3 - turn) else WON if won & turn else ONGOING

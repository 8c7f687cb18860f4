"""Board games that cover every case of the tier engine: all ends, cycles, a second move in a row, extras, regions."""

from __future__ import annotations

from perfect_play.puzzles.base import LOST, ONGOING, TIED, WON, Variant
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.boards.moves import source_of, step, target_of
from perfect_play.puzzles.boards.shapes import beside
from perfect_play.puzzles.two_player.quixo import Quixo

ROWS, COLS = 3, 4
PASS = 60


class Wander(BoardGame):
    """Two `x` and one `o` step about; `o` stays in the left half. Reaching certain boards gives another move.

    A pass uses up an extra, so play never returns to an earlier tier.
    """

    id = "wander"
    name = "Wander"
    variants = (Variant("only", "Only", testing=True),)
    other_side = ""
    rows, cols = ROWS, COLS
    regions = (
        ([cell for cell in range(ROWS * COLS) if cell % COLS < 2], {"x": range(3), "o": (1,)}),
        ([cell for cell in range(ROWS * COLS) if cell % COLS >= 2], {"x": range(3)}),
    )
    extras = (range(3),)
    neighbors = beside(ROWS, COLS)

    def start(self):
        return (1, "xo" + "-" * 9 + "x2")

    def possible(self, turn, x_left, o_left, x_right, o_right, extra):
        return x_left + x_right == 2

    def tier(self, x_left, o_left, x_right, o_right, extra):
        return -extra

    @staticmethod
    def list_moves(cells, turn, moves, neighbors):
        count = 0
        for cell in range(12):
            if cells[cell] == turn:
                for target in neighbors[cell]:
                    if cells[target] == 0 and (turn == 1 or target % COLS < 2):
                        moves[count] = step(cell, target)
                        count += 1
        if cells[12] > 0:
            moves[count] = PASS
            count += 1
        return count

    @staticmethod
    def make_move(cells, turn, move):
        if move == PASS:
            cells[12] -= 1
            return 3 - turn
        cells[target_of(move)] = turn
        cells[source_of(move)] = 0
        return turn if noise(cells) % 5 == 0 else 3 - turn

    @staticmethod
    def outcome(cells, turn, neighbors):
        kind = (noise(cells) + 7 * turn + 3 * cells[12]) % 17
        if kind < 3:
            return WON if kind == 0 else LOST if kind == 1 else TIED
        stuck = cells[12] == 0
        for cell in range(12):
            if cells[cell] == turn:
                for target in neighbors[cell]:
                    stuck = stuck and not (cells[target] == 0 and (turn == 1 or target % COLS < 2))
        return LOST if stuck else ONGOING

    def format_move(self, position, move):
        return "pass" if move == PASS else super().format_move(position, move)


class ListedQuixo(Quixo):
    """Quixo whose moves cannot be undone, so that edges are listed."""

    list_unmoves = None
    unmake_move = None


class WanderBack(Wander):
    """The same, with moves that can be undone."""

    id = "wanderback"

    @staticmethod
    def list_unmoves(cells, turn, moves, neighbors):
        mover = turn if noise(cells) % 5 == 0 else 3 - turn
        count = 0
        for cell in range(12):
            if cells[cell] == mover:
                for source in neighbors[cell]:
                    if cells[source] == 0 and (mover == 1 or source % COLS < 2):
                        moves[count] = step(source, cell)
                        count += 1
        return count

    @staticmethod
    def unmake_move(cells, turn, move):
        mover = cells[target_of(move)]
        cells[source_of(move)] = mover
        cells[target_of(move)] = 0
        return mover


def noise(cells):
    """A pseudorandom number from the cells."""
    number = 1
    for cell in range(12):
        number = (number * 31 + cells[cell] * (cell + 5)) % 10007
    return number

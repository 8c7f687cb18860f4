"""Tsoro Yematatu: three pieces each on the seven points of a triangle; three in a line win.

The points are numbered from the top, 0, row by row: 1 to 3 in the middle, 4 to 6 at the bottom. Every placement of the
pieces is legal; once all are on the board, either player can be to move. A board with a full line is lost for the
player to move. Nobody is ever without a move.

As in GamesmanClassic, a piece may jump only if its player has no step; usually jumps are always allowed. The first
player then wins in eleven moves, and play from the start reaches 806 positions.
"""

from perfect_play.puzzles import Variant
from perfect_play.puzzles.boards import Cells, Moves, PlacingGame, Rows, add, any_line_loses, list_empty, step

LINES = ((0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6))


class TsoroYematatu(PlacingGame):
    name = "Tsoro Yematatu"
    also_called = ("The Stone Game of Three",)
    description = "Place three pieces on a triangle, then move them into a line."
    instructions = """In turn, each player **places** three pieces on empty points; `x` begins. Then, on your turn,
        **move** one of your pieces along a line into the one empty point. If none of yours is next to it, **jump**
        there in a straight line over an enemy piece. Whoever gets **three in a line** wins."""
    author = "Traditional; played in Zimbabwe"
    variants = (Variant("regular", "Regular", testing=True, positions=387),)
    other_side = "ox"
    numbered_from = 0
    stones = 3
    rows, cols = 1, 7
    symmetries = ((0, 3, 2, 1, 6, 5, 4),)
    wins = LINES
    jumps = LINES + tuple(line[::-1] for line in LINES)

    outcome = any_line_loses


def list_moves(cells: Cells, turn: int, moves: Moves, jumps: Rows) -> int:
    empty, count = list_empty(cells, 7, moves, 0), 0
    if empty > 1:
        return empty
    hole = moves[0]
    for line in jumps:
        for i in range(2):
            new = line[i] == hole and cells[line[i + 1]] == turn
            for j in range(count):
                new = new and moves[j] != step(line[i + 1], hole)
            if new:
                count = add(moves, count, step(line[i + 1], hole))
    if count > 0:
        return count
    for line in jumps:
        if line[0] == hole and cells[line[1]] == 3 - turn and cells[line[2]] == turn:
            count = add(moves, count, step(line[2], hole))
    return count

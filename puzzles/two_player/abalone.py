"""Abalone on seven hexagons: push one of the other player's two marbles off the board.

The cells are numbered row by row: 0 and 1 at the top, 2 to 4, 5 and 6. Player 1 has `o`, begins at the bottom, and
moves first. Every placement of two marbles each is legal, with either player to move; once a marble is off, its owner
is to move, and has lost. Play that never ends is a draw; the first player wins in three moves (GamesmanClassic). A
move's name is the cell of the rear marble and the farthest cell that a marble moves to.
"""

import re

from perfect_play.puzzles import LOST, ONGOING, Notation, Turn, Variant
from perfect_play.puzzles.boards import BoardGame, Layout, Position, count_of, list_steps, make_step
from perfect_play.puzzles.boards.hexagons import neighbors, places, rays, symmetries
from perfect_play.puzzles.boards.moves import Cells, Moves, Rows, add, source_of, step, target_of

LENGTHS = (2, 3, 2)
AROUND = rays(LENGTHS)


def _rows() -> tuple[tuple[int, ...], ...]:
    """Three cells in a row, and the one behind them, or -1."""
    return tuple((a, *ray[:2], *(ray[2:] or (-1,))) for a in range(7) for ray in AROUND[a] if len(ray) > 1)


def _broadsides() -> tuple[tuple[int, ...], ...]:
    """Two neighbors, and the cells they move to sideways; of the four, the first and the last are farthest apart."""
    result = []
    for a in range(7):
        for direction, ray in enumerate(AROUND[a]):
            for side in (direction - 1, (direction + 1) % 6):
                if ray and AROUND[a][side] and AROUND[ray[0]][side]:
                    result.append((a, ray[0], AROUND[a][side][0], AROUND[ray[0]][side][0]))
    return tuple(result)


def read_older(rules: "Abalone", text: str) -> Position | None:
    """`xx***oo,turn=1,pos=89`: with stars for empty cells."""
    parsed = re.fullmatch(r"([xo*]{7}),turn=([12]),pos=[0-9]{1,9}", text)
    return rules.parse(f"{parsed[2]}_{parsed[1].replace('*', '-')}") if parsed else None


class Abalone(BoardGame):
    name = "Abalone"
    description = "Push one of the enemy's two marbles off a board of seven cells."
    instructions = """`o` begins. On your turn, move **one marble** to an empty cell next to it, or **both** at once if
        they are neighbors: one step along their line, or **sideways** if both cells there are empty. Along their line,
        your two marbles **push** an enemy marble ahead of them if the cell behind it is empty or off the board. Whoever
        pushes a marble **off the board** wins."""
    author = "Michel Lalet and Laurent Lévi"
    date_created = "1987"
    variants = (Variant("regular", "Regular", testing=True, positions=35),)
    notations = (Notation("the older form", "oxox***,turn=1,pos=205", read_older),)
    numbered_from = 0
    pieces, other_side = "ox", "xo"
    setup = "xx---oo"
    counts = {"o": (1, 2), "x": (1, 2)}
    rows, cols = 1, 7
    layout = Layout(3, 5, [row * 5 + 2 + right for row, right in places(LENGTHS)])
    """The rows of hexagons, each cell half a cell to the side of those above."""
    symmetries = symmetries(LENGTHS)
    neighbors = neighbors(LENGTHS)
    lines = _rows()
    broadsides = _broadsides()

    def possible(self, turn: Turn, o: int, x: int) -> bool:
        """Both players have two marbles, or the player to move has lost one."""
        return o == x == 2 or (o, x) == (turn, 3 - turn)

    def tier(self, o: int, x: int) -> int:
        """The number of marbles off the board."""
        return 4 - o - x


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, lines: Rows, broadsides: Rows) -> int:
    count = list_steps(cells, turn, moves, neighbors)
    for a, b, c, landing in lines:
        pushes = cells[c] == 3 - turn and (landing < 0 or cells[landing] == 0)
        if cells[a] == turn and cells[b] == turn and (cells[c] == 0 or pushes):
            count = add(moves, count, step(a, c))
    for a, b, c, d in broadsides:
        if cells[a] == turn and cells[b] == turn and cells[c] == 0 and cells[d] == 0:
            count = add(moves, count, step(a, d))
    return count


def make_move(cells: Cells, turn: int, move: int, lines: Rows, broadsides: Rows) -> int:
    source, target = source_of(move), target_of(move)
    for a, _, c, landing in lines:
        if a == source and c == target and cells[c] == 3 - turn and landing >= 0:
            cells[landing] = 3 - turn
    for a, b, c, d in broadsides:
        if a == source and d == target and cells[b] == turn and cells[c] == 0:
            cells[b] = 0
            cells[c] = turn
            break
    return make_step(cells, turn, move)


def outcome(cells: Cells, turn: int) -> int:
    return LOST if count_of(cells, len(cells), turn) < 2 else ONGOING

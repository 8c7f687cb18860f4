"""Paths of hexagonal tiles for Tantrix: where the tiles lie, and how they are drawn.

Edges are numbered clockwise from 0 at the top to 5 at the upper left. A tile joins two of them. A tile on a path is
(x, y, h, t): its cell, x to the right and y down (vertical neighbors are 2 apart); the edge h that
leads to the path's head and the edge t that leads to its tail. The tile laid first is (0, 0, h, 0).

The board shows a window of 21 rows of 11 places; every second place, row by row from the first on, is a cell. If
the path would leave the window, the window moves, as little as possible.
"""

from functools import lru_cache
from typing import NamedTuple

Tile = tuple[int, int, int, int]
Cell = tuple[int, int]

STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # to the cell beyond each edge
PAIRS = [(a, b) for a in range(6) for b in range(a + 1, 6)]
LETTER = dict(zip(PAIRS, "ABCDEFGHIJKLMNO", strict=True))
"""How a tile is drawn, by the edges it joins."""
EDGES = {letter: pair for pair, letter in LETTER.items()}
ROWS, COLS, ORIGIN = 21, 11, (5, 9)  # the window, and the column and row of cell (0, 0) in it


class Path(NamedTuple):
    """The number of tiles `before` the one laid first, counted from the head, and the turns of all tiles, head to tail.

    The turn of a tile is (h - t) modulo 6, a digit from 1 to 5.
    """

    before: int
    turns: str


@lru_cache(maxsize=4096)
def tiles_of(position: Path) -> tuple[Tile, ...]:
    """The tiles from head to tail. Those before the first laid start at its edge h, those after it at its edge t, 0."""
    before, turns = position
    if not turns:
        return ()
    cell, edge = (0, 0), int(turns[before])
    tiles = [(0, 0, edge, 0)]
    for turn in reversed(turns[:before]):
        cell, back = next_cell(cell, edge), (edge + 3) % 6
        edge = (back + int(turn)) % 6
        tiles.insert(0, (*cell, edge, back))
    cell, edge = (0, 0), 0
    for turn in turns[before + 1 :]:
        cell, back = next_cell(cell, edge), (edge + 3) % 6
        edge = (back - int(turn)) % 6
        tiles.append((*cell, back, edge))
    return tuple(tiles)


def next_cell(cell: Cell, edge: int) -> Cell:
    """The cell beyond an edge of this one."""
    return cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1]


def ends_of(tiles: tuple[Tile, ...]) -> tuple[tuple[Cell, int], tuple[Cell, int]]:
    """The cells that the head and the tail face, each with its edge toward the path."""
    (hx, hy, head, _), (tx, ty, _, tail) = tiles[0], tiles[-1]
    return (next_cell((hx, hy), head), (head + 3) % 6), (next_cell((tx, ty), tail), (tail + 3) % 6)


def is_closed(position: Path) -> bool:
    """Whether the ends of the path meet. If so, it has turned full circle, six times one edge."""
    if abs(sum(map(int, position.turns)) - 3 * len(position.turns)) != 6:
        return False
    tiles = tiles_of(position)
    return ends_of(tiles)[0][0] == tiles[-1][:2]


def letter_of(h: int, t: int) -> str:
    """The character that draws a tile."""
    return LETTER[min(h, t), max(h, t)]


def shift(position: Path) -> Cell:
    """The shift of the window that shows all tiles and the cells that the path's ends face.

    As little as possible, and for most paths not at all. The window is large enough for ten tiles.
    """
    tiles = tiles_of(position)
    cells = [(x, y) for x, y, _, _ in tiles] + [cell for cell, _ in (ends_of(tiles) if tiles else ())]
    columns, rows = zip(*cells, strict=True) if cells else ((0,), (0,))
    right = range(-ORIGIN[0] - min(columns), COLS - ORIGIN[0] - max(columns))
    down = range(-ORIGIN[1] - min(rows), ROWS - ORIGIN[1] - max(rows))
    if 0 in right and 0 in down:
        return 0, 0
    fitting = [(dx, dy) for dx in right for dy in down if (dx + dy) % 2 == 0]
    return min(fitting, key=lambda by: (abs(by[0]) + abs(by[1]), by))


def place_of(cell: Cell, by: Cell) -> int:
    """The place of a cell in the window moved `by`, counted row by row; every second place is a cell."""
    return (cell[1] + ORIGIN[1] + by[1]) * COLS + cell[0] + ORIGIN[0] + by[0]


def walk(board: str, place: int, edge: int, limit: int) -> list[tuple[int, int]]:
    """Follows a drawn path from a tile over its edge: (entry edge, exit edge) of up to `limit` tiles."""
    pairs: list[tuple[int, int]] = []
    cell = (place % COLS, place // COLS)
    while len(pairs) < limit:
        cell, back = next_cell(cell, edge), (edge + 3) % 6
        inside = 0 <= cell[0] < COLS and 0 <= cell[1] < ROWS
        pair = EDGES.get(board[cell[1] * COLS + cell[0]], ()) if inside else ()
        if back not in pair:
            break
        edge = sum(pair) - back
        pairs.append((back, edge))
    return pairs

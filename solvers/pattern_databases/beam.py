"""The loop of beam search for sliding tiles, compiled by `tile_search.py`: it keeps the best boards of each length.

R. Bisiani, "Beam search", Encyclopedia of Artificial Intelligence, 1987. A row of `boards` has the tiles of one board;
the same row of `rows` the cell of its gap (GAP), where the gap came from (LAST), its key (KEY), the exclusive
or of random numbers for its tiles and their cells, and its lower bound by linear conflicts (BOUND).
"""

from __future__ import annotations

from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.pattern_databases.tile_loops import BOUND, DIRECTIONS, GAP, TileTables, conflicts, own_line

LAST, KEY = 1, 2
COLUMNS = 4
PARENT, CELL = 0, 1


def advance(
    count: int,
    boards: Ints,
    rows: Ints,
    after: Ints,
    after_rows: Ints,
    moves: Ints,
    buckets: Ints,
    visited: Ints,
    keys: Ints,
    t: TileTables,
) -> int:
    """Write the best boards one move further, those with the least bounds, to `after`; return their number.

    boards, after: int64 (width, cells). rows, after_rows: int64 (width, COLUMNS). moves: int64 (4 * width, 3), receives
    for each board in `after` the row it came from (PARENT) and the cell of the tile that slid (CELL). buckets: int64, a
    count for each bound. visited: int64, the keys of the boards so far, a power of two of places; -1: free. keys: int64
    (tiles, cells). A solved board comes last.
    """
    width, mask, total = len(after), len(visited) - 1, 0
    buckets[:] = 0
    for i in range(count):
        board, gap = boards[i], rows[i, GAP]
        for direction in range(DIRECTIONS):
            cell = t.neighbors[gap, direction]
            if cell < 0 or cell == rows[i, LAST]:
                continue
            tile = board[cell]
            bound = rows[i, BOUND] + t.distances[tile, gap] - t.distances[tile, cell]
            line = own_line(cell, gap, tile, t)
            if line >= 0:
                bound -= conflicts(board, line, t)
                board[gap], board[cell] = tile, 0
                bound += conflicts(board, line, t)
                board[cell], board[gap] = tile, 0
            moves[total, 0], moves[total, 1], moves[total, 2] = bound, i, cell
            buckets[min(bound, len(buckets) - 1)] += 1
            total += 1
    limit, free = 0, width
    while limit < len(buckets) - 1 and free > buckets[limit]:
        free -= buckets[limit]
        limit += 1
    written_rows = 0
    for j in range(total):
        bound, i, cell = moves[j, 0], moves[j, 1], moves[j, 2]
        if written_rows == width or bound > limit or (bound == limit and free == 0):
            continue
        free -= bound == limit
        gap, tile = rows[i, GAP], boards[i, cell]
        key = rows[i, KEY] ^ keys[tile, cell] ^ keys[tile, gap]
        place = key & mask
        while visited[place] != -1 and visited[place] != key:
            place = (place + 1) & mask
        if visited[place] == key:
            continue
        visited[place] = key
        for k in range(boards.shape[1]):
            after[written_rows, k] = boards[i, k]
        after[written_rows, gap], after[written_rows, cell] = tile, 0
        after_rows[written_rows, GAP], after_rows[written_rows, LAST] = cell, gap
        after_rows[written_rows, BOUND], after_rows[written_rows, KEY] = bound, key
        moves[written_rows, PARENT], moves[written_rows, CELL] = i, cell
        written_rows += 1
        if bound == 0:
            break
    return written_rows

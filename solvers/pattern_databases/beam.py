"""The loop of beam search for sliding tiles, compiled by `search.py`: it keeps the best boards of each number of moves.

R. Bisiani, "Beam search", Encyclopedia of Artificial Intelligence, 1987. A row of `boards` has the tiles of one board;
the same row of `rows` the cell of its gap (GAP), where the gap came from (LAST), its key (KEY), the exclusive
or of random numbers for its tiles and their cells, and its lower bound by linear conflicts (LEAST).
"""

from __future__ import annotations

from typing import Any

from solvers.pattern_databases.deepening import DIRECTIONS, GAP, LEAST, conflicts, own_line

LAST, KEY = 1, 2
COLUMNS = 4
PARENT, CELL = 0, 1
Ints = Any


def advance(
    count: int,
    boards: Ints,
    rows: Ints,
    after: Ints,
    after_rows: Ints,
    made: Ints,
    buckets: Ints,
    seen: Ints,
    keys: Ints,
    beside: Ints,
    far: Ints,
    homes: Ints,
    longest: Ints,
    size: Any,
) -> int:
    """Write the best boards one move further, those with the least bounds, to `after`; return their number.

    boards, after: int64 (width, cells). rows, after_rows: int64 (width, COLUMNS). made: int64 (4 * width, 3), receives
    for each board in `after` the row it came from (PARENT) and the cell of the tile that slid (CELL). buckets: int64, a
    count for each bound. seen: int64, the keys met so far, a power of two of places; -1: free. keys: int64 (tiles,
    cells). The others are those of `deepen`. A solved board comes last.
    """
    width, mask, total = len(after), len(seen) - 1, 0
    buckets[:] = 0
    for i in range(count):
        board, gap = boards[i], rows[i, GAP]
        for direction in range(DIRECTIONS):
            cell = beside[gap, direction]
            if cell < 0 or cell == rows[i, LAST]:
                continue
            tile = board[cell]
            least = rows[i, LEAST] + far[tile, gap] - far[tile, cell]
            own = own_line(cell, gap, tile, size, homes)
            if own >= 0:
                least -= conflicts(board, own, size, homes, longest)
                board[gap], board[cell] = tile, 0
                least += conflicts(board, own, size, homes, longest)
                board[cell], board[gap] = tile, 0
            made[total, 0], made[total, 1], made[total, 2] = least, i, cell
            buckets[min(least, len(buckets) - 1)] += 1
            total += 1
    limit, room = 0, width
    while limit < len(buckets) - 1 and room > buckets[limit]:
        room -= buckets[limit]
        limit += 1
    kept = 0
    for j in range(total):
        least, i, cell = made[j, 0], made[j, 1], made[j, 2]
        if kept == width or least > limit or (least == limit and room == 0):
            continue
        room -= least == limit
        gap, tile = rows[i, GAP], boards[i, cell]
        key = rows[i, KEY] ^ keys[tile, cell] ^ keys[tile, gap]
        place = key & mask
        while seen[place] != -1 and seen[place] != key:
            place = (place + 1) & mask
        if seen[place] == key:
            continue
        seen[place] = key
        for k in range(boards.shape[1]):
            after[kept, k] = boards[i, k]
        after[kept, gap], after[kept, cell] = tile, 0
        after_rows[kept, GAP], after_rows[kept, LAST] = cell, gap
        after_rows[kept, LEAST], after_rows[kept, KEY] = least, key
        made[kept, PARENT], made[kept, CELL] = i, cell
        kept += 1
        if least == 0:
            break
    return kept

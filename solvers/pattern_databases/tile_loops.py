"""The loops of IDA* for sliding tiles, compiled by `tile_search.py`: depth first within a limit, without recursion.

The search can pause and resume. One row of `frames` for each board of the current line: the cell of its gap (GAP), the
next of its children to try (NEXT, -1 before they are generated), their number (COUNT), its lower bound on the moves
(BOUND), and what the pattern databases keep: the tiles' distances from home (DISTANCE), what the patterns of the board
and of its mirror image need beyond them (SUMS), and from VIEWS on three numbers for each pattern of each: its
combination, its order, and what it needs. A child in `kids` has the same at first; from VIEWS on it has the three
numbers that change, for each image, after the number of the pattern's view.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.native.search import DEPTH, ENDED, EXPANDED, GENERATED, OWN, PAUSED, SUCCESS
from perfect_play.solvers.pattern_databases.pattern_loops import TURN_BITS, TURN_MASK

GAP, NEXT, COUNT, BOUND, DISTANCE, SUMS, VIEWS = 0, 1, 2, 3, 4, 5, 7
KID = VIEWS + 8
LIMIT, NEEDED, BLOCK, COUNTS = OWN, OWN + 1, OWN + 2, OWN + 3
"""Of `control`: the greatest number of moves, the least that is proved to be needed beyond it, and the block of the
pattern databases to verify."""

UNCHECKED = SUCCESS + 1
STEPS, TURNS, ORDERS, FIRST_BLOCK, DATA = 0, 1, 2, 3, 4
DIRECTIONS = 4


class TileTables(NamedTuple):
    """What a search looks up.

    neighbors: int64 (cells, 4), -1 after the last neighbor. distances: int64 (tiles, cells), distances from home.
    homes: int64 (2, tiles, 2), for rows and for columns a tile's line and its place in it, -1 for the gap. longest:
    space for the numbers of a line. rows, cols: of the board. images: how many have patterns that are looked up, 0 for
    linear conflicts. slides: their number. views: int64 (images, tiles), the view in which each tile is. edges: int64
    (images, cells, cells), the numbers of slides. starts: int64 (views, 5), where each view's part of the following
    arrays begins. steps, turns: those of `PatternNumbering`; checked, data: those of the file.
    """

    neighbors: Ints
    distances: Ints
    homes: Ints
    longest: Ints
    rows: int
    cols: int
    images: int
    slides: int
    views: Ints
    edges: Ints
    starts: Ints
    steps: Ints
    turns: Ints
    checked: Ints
    data: Ints


def line_conflicts(
    board: Sequence[int] | Ints, first: int, step: int, count: int, homes: Ints, line: int, longest: Ints
) -> int:
    """The moves that the tiles of one line need to pass each other: two for each that must leave it.

    first, step, count: the cells of the line. homes: for each tile, the line it belongs to and its place there.
    longest: space for `count` numbers.
    """
    tiles = 0
    longest_run = 0
    for i in range(count):
        tile = board[first + i * step]
        longest[i] = 0
        if homes[tile, 0] == line:
            tiles += 1
            best = 0
            for j in range(i):
                if longest[j] > best and homes[board[first + j * step], 1] < homes[tile, 1]:
                    best = longest[j]
            longest[i] = best + 1
            longest_run = max(longest_run, best + 1)
    return 2 * (tiles - longest_run)


def own_line(source: int, target: int, tile: int, t: TileTables) -> Any:
    """The line that a tile belongs to, if it leaves or enters it by this slide, else -1; columns come after rows."""
    if abs(source - target) == 1:
        home = t.homes[1, tile, 0]
        return t.rows + home if home in (source % t.cols, target % t.cols) else -1
    home = t.homes[0, tile, 0]
    return home if home in (source // t.cols, target // t.cols) else -1


def conflicts(board: Ints, line: int, t: TileTables) -> int:
    """The conflicts of a line, as `own_line` numbers them."""
    if line >= t.rows:
        return line_conflicts(board, line - t.rows, t.cols, t.rows, t.homes[1], line - t.rows, t.longest)
    return line_conflicts(board, line * t.cols, 1, t.cols, t.homes[0], line, t.longest)


def expand(control: Ints, board: Ints, frame: Ints, kids: Ints, last: int, t: TileTables) -> int:
    """Write a board's children to `kids`, without the one with the gap in cell `last`; return how many, or -UNCHECKED.

    Memory reads for one child do not depend on another's, so the processor waits only once.
    """
    gap, count = frame[GAP], 0
    for i in range(DIRECTIONS):
        cell = t.neighbors[gap, i]
        if cell < 0 or cell == last:
            continue
        kid, tile = kids[count], board[cell]
        count += 1
        kid[GAP] = cell
        change = t.distances[tile, gap] - t.distances[tile, cell]
        kid[DISTANCE] = frame[DISTANCE] + change
        if t.images == 0:
            bound = frame[BOUND] + change
            line = own_line(cell, gap, tile, t)
            if line >= 0:
                bound -= conflicts(board, line, t)
                board[gap] = tile
                board[cell] = 0
                bound += conflicts(board, line, t)
                board[cell] = tile
                board[gap] = 0
            kid[BOUND] = bound
        for image in range(t.images):
            view = t.views[image, tile]
            at = VIEWS + 3 * view
            step = t.steps[t.starts[view, STEPS] + frame[at] * t.slides + t.edges[image, cell, gap]]
            place, orders = step >> TURN_BITS, t.starts[view, ORDERS]
            order = t.turns[t.starts[view, TURNS] + (step & TURN_MASK) * orders + frame[at + 1]]
            number = place * orders + order
            block = t.starts[view, FIRST_BLOCK] + (number >> 17)
            if t.checked[block] == 0:
                control[BLOCK] = block
                return -UNCHECKED
            at_view = VIEWS + 4 * image
            kid[at_view], kid[at_view + 1], kid[at_view + 2], kid[at_view + 3] = view, place, order, number
    for i in range(count if t.images else 0):
        kid = kids[i]
        highest = 0
        for image in range(t.images):
            at_view = VIEWS + 4 * image
            view, number = kid[at_view], kid[at_view + 3]
            excess = t.data[t.starts[view, DATA] + (number >> 1)] >> ((number & 1) << 2) & 15
            kid[at_view + 3] = excess
            kid[SUMS + image] = frame[SUMS + image] + excess - frame[VIEWS + 3 * view + 2]
            highest = max(highest, kid[SUMS + image])
        kid[BOUND] = kid[DISTANCE] + 2 * highest
    return count


def deepen(nodes: int, control: Ints, frames: Ints, kids: Ints, board: Ints, t: TileTables) -> int:
    """Generate at most `nodes` boards within the limit.

    frames: int64 (LIMIT + 2, columns). kids: int64 (LIMIT + 2, 4, KID), the children of each board. board: the tiles,
    int64 (cells,). Returns SUCCESS with the line in the rows from 1 to DEPTH, ENDED, PAUSED, or UNCHECKED.
    """
    depth, limit, needed = control[DEPTH], control[LIMIT], control[NEEDED]
    ended = PAUSED
    while True:
        frame = frames[depth]
        if frame[NEXT] < 0:
            if nodes < DIRECTIONS:
                break
            last = frames[depth - 1, GAP] if depth > 0 else -1
            count = expand(control, board, frame, kids[depth], last, t)
            if count < 0:
                ended = UNCHECKED
                break
            frame[NEXT], frame[COUNT] = 0, count
            nodes -= count
            control[EXPANDED] += 1
            control[GENERATED] += count
        gap, i = frame[GAP], frame[NEXT]
        if i >= frame[COUNT]:
            if depth == 0:
                ended = ENDED
                break
            depth -= 1
            cell = frames[depth, GAP]
            board[gap] = board[cell]
            board[cell] = 0
            continue
        frame[NEXT] = i + 1
        kid = kids[depth, i]
        bound = kid[BOUND]
        if depth + 1 + bound > limit:
            needed = min(needed, depth + 1 + bound)
            continue
        depth += 1
        child = frames[depth]
        cell = kid[GAP]
        board[gap] = board[cell]
        board[cell] = 0
        for j in range(BOUND, frames.shape[1]):
            child[j] = frame[j]
        child[GAP], child[NEXT], child[COUNT], child[BOUND], child[DISTANCE] = cell, -1, 0, bound, kid[DISTANCE]
        for image in range(t.images):
            at_view = VIEWS + 4 * image
            at = VIEWS + 3 * kid[at_view]
            child[SUMS + image] = kid[SUMS + image]
            child[at], child[at + 1], child[at + 2] = kid[at_view + 1], kid[at_view + 2], kid[at_view + 3]
        if bound == 0:
            child[NEXT] = 0
            ended = SUCCESS
            break
    control[DEPTH], control[NEEDED] = depth, needed
    return ended

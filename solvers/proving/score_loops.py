"""The loops of the proving search, compiled together with a game's `SearchKernel`.

Alpha-beta search with a transposition table (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning",
Artificial Intelligence 6, 1975), without recursion, so that it can pause anywhere and resume later. Scores are those of
`SearchKernel`. One row of `frames` for each position of the current line: its two words, the window (ALPHA, BETA), how
many of its children have been searched (NEXT, -1 before it has been looked at), how many there are, its mixed key, how
many positions had been searched before (BEGUN), and the moves worth a look. `kids` has the children in the same rows,
after two places for the bounds: for each its two words, its mixed key, its weight, and its moves worth a look.

The transposition table has buckets of two entries: the one that took the most work, and the latest (D. M. Breuker, J.
W. H. M. Uiterwijk and H. J. van den Herik, "Replacement schemes and two-level tables", ICCA Journal 19, 1996). The
bucket gives the lowest bits of a position's mixed key, and an entry has the others, above 16 bits: eight for the work,
the binary digits of the number of positions searched, and eight for a bound, twice the score plus `SHIFT`, and 1 more
if it is a lower bound. Threads may share a table, as an entry is read and written as a whole. Positions with few moves
left are not kept: searching them again takes less time than waiting for memory.
"""

from typing import Any

from perfect_play.puzzles.values import CHILD
from perfect_play.solvers.arrays import Int64s
from perfect_play.solvers.native.intrinsics import prefetch
from perfect_play.solvers.native.search import DEPTH, ENDED, GENERATED, OWN, PAUSED

FIRST, SECOND, ALPHA, BETA, NEXT, COUNT, KEY, BEGUN, MOVES = 0, 1, 2, 3, 4, 5, 6, 7, 8
COLUMNS = 9
BOOKED, COUNTS = OWN, OWN + 1
"""Of `control`: the last row whose position can be in the book."""

SHIFT = 128
CODE = 255
MULTIPLIER = 0x1E3779B97F4A7C15  # of Fibonacci hashing (D. E. Knuth, The Art of Computer Programming 3, 6.4), odd
ALL_BITS = (1 << 62) - 1
MARKED = 15  # the lowest bit of a mixed key that an entry has
MIN_ENTRIES = 2 << MARKED  # entries of a table
FEW = 4  # positions with at most this many moves left are not kept
UNKNOWN = 1000  # no score


def kernel_expand(first: int, second: int, moves: int, out: Int64s) -> int:
    """Stand-in for the kernel's `expand`; never called."""
    raise NotImplementedError


def kernel_weigh(first: int, second: int, count: int, out: Int64s) -> None:
    """Stand-in for the kernel's `weigh`; never called."""
    raise NotImplementedError


def mixed(key: Any) -> Any:
    """A number of 62 bits, different for each key, whose lowest bits are well mixed. Takes arrays, too."""
    product = key * MULTIPLIER & ALL_BITS
    return product ^ product >> 31


def bucket_of(number: int, table: Int64s) -> Any:
    """The first of the two places of a position, by its mixed key."""
    return 2 * number & (table.shape[0] - 1)


def is_kept(depth: int, frames: Int64s) -> Any:
    """Whether a row's position has enough moves left to be kept."""
    return frames.shape[0] - depth - 1 > FEW


def find(table: Int64s, number: int) -> Any:
    """The code of a position in the transposition table, by its mixed key; 0 if it is not there."""
    bucket, mark = bucket_of(number, table), number >> MARKED
    for slot in range(2):
        entry = table[bucket + slot]
        if entry >> 16 == mark:
            return entry & CODE
    return 0


def keep(depth: int, frames: Int64s, table: Int64s, visited: int, code: int) -> None:
    """Keep the code of a row's position, which has been searched, unless few moves are left."""
    if is_kept(depth, frames):
        store(table, frames[depth, KEY], visited - frames[depth, BEGUN], code)


def store(table: Int64s, number: int, positions: int, code: int) -> None:
    """Keep a position's code: in the first place of its bucket if what is there took less work, else in the second."""
    bucket, mark = bucket_of(number, table), number >> MARKED
    effort = positions.bit_length()
    entry = table[bucket]
    place = bucket if entry >> 16 == mark or effort >= (entry >> 8 & 255) else bucket + 1
    table[place] = mark << 16 | effort << 8 | code


def in_book(book: Int64s, number: int) -> Any:
    """The score of a position in the book, UNKNOWN if it is not there. Rows of (mixed key, score), sorted."""
    low, high = 0, book.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if book[middle, 0] < number:
            low = middle + 1
        else:
            high = middle
    if low < book.shape[0] and book[low, 0] == number:
        return book[low, 1]
    return UNKNOWN


def look(depth: int, frames: Int64s, kids: Int64s, table: Int64s, book: Int64s, booked: int) -> Any:
    """Look at a row's position; return its score, a bound that settles it, or UNKNOWN once its children are listed."""
    out, number = kids[depth], frames[depth, KEY]
    if depth <= booked:
        booked_score = in_book(book, number)
        if booked_score != UNKNOWN:
            return booked_score
    alpha, beta = frames[depth, ALPHA], frames[depth, BETA]
    in_table = is_kept(depth, frames)
    code = find(table, number) if in_table and depth > 0 else 0
    if code != 0:
        code -= SHIFT
        if code & 1:
            alpha = max(alpha, code >> 1)
        else:
            beta = min(beta, code >> 1)
    out[0], out[1] = alpha, beta
    if depth == 0:  # its answer names a child, so that no other bound may settle it
        out[0], out[1] = -UNKNOWN, UNKNOWN
    if alpha < beta:
        count = list_children(frames[depth, FIRST], frames[depth, SECOND], frames[depth, MOVES], in_table, out, table)
    if depth > 0 or out[0] >= out[1]:
        alpha, beta = out[0], out[1]
    if alpha >= beta:
        return alpha if alpha > frames[depth, ALPHA] else beta
    for i in range(count):
        code = find(table, out[CHILD * i + 4]) if in_table else 0
        if code != 0:
            code -= SHIFT
            if code & 1 == 0 and -(code >> 1) >= beta:
                frames[depth, NEXT] = i + 1
                return -(code >> 1)
    frames[depth, ALPHA], frames[depth, BETA] = alpha, beta
    frames[depth, NEXT], frames[depth, COUNT] = 0, count
    return UNKNOWN


def list_children(first: int, second: int, moves: int, in_table: bool, out: Int64s, table: Int64s) -> int:
    """Write a position's children to `out`, the best first, and return how many there are; narrow its bounds.

    in_table: whether children may be in the table. While they are weighed, memory is awaited.
    """
    count = kernel_expand(first, second, moves, out)
    for i in range(count):
        child = mixed(out[CHILD * i + 4])
        if in_table:
            prefetch(table, bucket_of(child, table))
        out[CHILD * i + 4] = child
    kernel_weigh(first, second, count, out)
    if out[0] < out[1]:
        sort(out, count)
    return count


def sort(out: Int64s, count: int) -> None:
    """Put the children of greater weight first; equal ones keep their order."""
    for i in range(1, count):
        place = CHILD * i + 2
        first, second, number, weight, moves = (
            out[place],
            out[place + 1],
            out[place + 2],
            out[place + 3],
            out[place + 4],
        )
        while place > 2 and out[place - 2] < weight:
            for j in range(place, place + CHILD):
                out[j] = out[j - CHILD]
            place -= CHILD
        out[place], out[place + 1], out[place + 2], out[place + 3], out[place + 4] = (
            first,
            second,
            number,
            weight,
            moves,
        )


def prove(nodes: int, control: Int64s, frames: Int64s, kids: Int64s, table: Int64s, book: Int64s) -> int:
    """Search at most `nodes` positions.

    frames: int64 (rows, COLUMNS). kids: int64 (rows, 2 + CHILD * most). table: int64 (entries,). book: int64 (n, 2). At
    the end frames[0, KEY] is the score, or a bound outside the window. If it is BETA or more, frames[0, NEXT] is the
    number of the child that shows it, counted from 1; -1 if the position is in the book or wins at once.
    """
    depth, booked, visited = control[DEPTH], control[BOOKED], control[GENERATED]
    limit, ended = visited + nodes, PAUSED
    while visited < limit:
        i = frames[depth, NEXT]
        if i < 0:
            frames[depth, BEGUN] = visited
            visited += 1
            score = look(depth, frames, kids, table, book, booked)
            if score == UNKNOWN:
                continue
        elif i < frames[depth, COUNT]:
            frames[depth, NEXT] = i + 1
            child = CHILD * i + 2
            frames[depth + 1, FIRST], frames[depth + 1, SECOND] = kids[depth, child], kids[depth, child + 1]
            frames[depth + 1, KEY], frames[depth + 1, MOVES] = kids[depth, child + 2], kids[depth, child + 4]
            frames[depth + 1, ALPHA], frames[depth + 1, BETA] = -frames[depth, BETA], -frames[depth, ALPHA]
            frames[depth + 1, NEXT] = -1
            depth += 1
            continue
        else:
            score = frames[depth, ALPHA]
            keep(depth, frames, table, visited, 2 * score + SHIFT)
        while depth > 0:
            depth -= 1
            score = -score
            if score < frames[depth, BETA]:
                frames[depth, ALPHA] = max(frames[depth, ALPHA], score)
                break
            keep(depth, frames, table, visited, 2 * score + 1 + SHIFT)
        else:
            frames[0, KEY] = score
            ended = ENDED
            break
    control[DEPTH], control[GENERATED] = depth, visited
    return ended

"""The kernel of Sokoban: sets of cells as bits, and pushes over ranks, compiled for speed.

The kernel numbers the cells of the floor, of which there are at most 63. For each of them, `live` has its index
among the live cells, those from which a goal can be reached, or -1, and `squares` is the inverse; `beside` has its four
neighbors; `ways` has the binomial coefficients, a row for each live cell.
"""

from collections.abc import Iterator

from perfect_play.puzzles import Room, Table


def cells_of(bits: int) -> Iterator[int]:
    """The cells whose bits are set, in ascending order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def bits_of(cells: str, chars: str) -> int:
    """The cells with any of these characters, as bits."""
    return sum(1 << cell for cell, char in enumerate(cells) if char in chars)


def shifted(cells: int, step: int) -> int:
    """These cells (as bits), each shifted by `step`."""
    return cells << step if step >= 0 else cells >> -step


def children(
    number: int, out: Room, scratch: Room, count: int, neighbors: Table, live: Table, squares: Table, binomials: Table
) -> int:
    """`moves`, `do_move` and `canonical` over ranks, without pushes to cells from which no goal can be reached."""
    boxes = _boxes_of(number // len(live), count, squares, binomials)
    region = _region(number % len(live), boxes, scratch, neighbors)
    total = 0
    for place in range(len(squares)):
        box = squares[place]
        if boxes >> box & 1:
            for direction in range(4):
                pusher, to = neighbors[4 * box + (direction ^ 2)], neighbors[4 * box + direction]
                if pusher >= 0 and to >= 0 and live[to] >= 0 and region >> pusher & 1 and not boxes >> to & 1:
                    after = boxes ^ 1 << box ^ 1 << to
                    out[total] = _rank(box, after, scratch, neighbors, live, squares, binomials, count)
                    total += 1
    return total


def parents(
    number: int, out: Room, scratch: Room, count: int, neighbors: Table, live: Table, squares: Table, binomials: Table
) -> int:
    """`parents_of_class` and `canonical` over ranks."""
    boxes = _boxes_of(number // len(live), count, squares, binomials)
    region = _region(number % len(live), boxes, scratch, neighbors)
    total = 0
    for place in range(len(squares)):
        box = squares[place]
        if boxes >> box & 1:
            for direction in range(4):
                cell = neighbors[4 * box + direction]
                if cell >= 0 and region >> cell & 1:
                    pusher = neighbors[4 * cell + direction]
                    if pusher >= 0 and not boxes >> pusher & 1:
                        before = boxes ^ 1 << box ^ 1 << cell
                        out[total] = _rank(pusher, before, scratch, neighbors, live, squares, binomials, count)
                        total += 1
    return total


def alike(
    number: int, scratch: Room, count: int, neighbors: Table, live: Table, squares: Table, binomials: Table
) -> int:
    """The number of cells the player can walk to, and so of positions that share a rank."""
    region = _region(number % len(live), _boxes_of(number // len(live), count, squares, binomials), scratch, neighbors)
    total = 0
    while region:
        region &= region - 1
        total += 1
    return total


def _boxes_of(number: int, count: int, squares: Table, binomials: Table) -> int:
    """The set of boxes with this number, as bits."""
    boxes = 0
    place = len(squares) - 1
    for remaining in range(count, 0, -1):
        while binomials[place * (count + 1) + remaining] > number:
            place -= 1
        number -= binomials[place * (count + 1) + remaining]
        boxes |= 1 << squares[place]
    return boxes


def _region(cell: int, boxes: int, scratch: Room, neighbors: Table) -> int:
    """The cells that the player can walk to, as bits; `scratch` is the stack of the flood fill."""
    visited = boxes | 1 << cell
    scratch[0] = cell
    waiting = 1
    while waiting > 0:
        waiting -= 1
        first = 4 * scratch[waiting]
        for side in range(first, first + 4):
            to = neighbors[side]
            if to >= 0 and not visited >> to & 1:
                visited |= 1 << to
                scratch[waiting] = to
                waiting += 1
    return visited ^ boxes


def _rank(
    cell: int, boxes: int, scratch: Room, neighbors: Table, live: Table, squares: Table, binomials: Table, count: int
) -> int:
    """The rank of the class of a position; every box must be on a live cell."""
    region = _region(cell, boxes, scratch, neighbors)
    player = 0
    while not region >> player & 1:
        player += 1
    number = 0
    ordinal = 0
    for place in range(len(squares)):
        if boxes >> squares[place] & 1:
            ordinal += 1
            number += binomials[place * (count + 1) + ordinal]
    return number * len(live) + player

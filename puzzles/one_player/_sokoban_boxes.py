"""The kernel of Sokoban: sets of cells as bits, and pushes over ranks, compiled for speed.

The kernel numbers the cells of the floor, of which there are at most 63. For each of them, `live` has its index
among the live cells, those from which a goal can be reached, or -1, and `squares` is the inverse; `beside` has its four
neighbors; `ways` has the binomial coefficients, a row for each live cell.
"""

from collections.abc import Iterator

from puzzles import Room, Table


def cells_of(bits: int) -> Iterator[int]:
    """The cells whose bits are set, in ascending order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def where(cells: str, chars: str) -> int:
    """The cells with any of these characters, as bits."""
    return sum(1 << cell for cell, char in enumerate(cells) if char in chars)


def moved(cells: int, step: int) -> int:
    """These cells (as bits), each shifted by `step`."""
    return cells << step if step >= 0 else cells >> -step


def children(
    number: int, out: Room, work: Room, count: int, beside: Table, live: Table, squares: Table, ways: Table
) -> int:
    """`moves`, `do_move` and `canonical` over ranks, without pushes to cells from which no goal can be reached."""
    boxes = _boxes_of(number // len(live), count, squares, ways)
    region = _region(number % len(live), boxes, work, beside)
    found = 0
    for place in range(len(squares)):
        box = squares[place]
        if boxes >> box & 1:
            for way in range(4):
                behind, to = beside[4 * box + (way ^ 2)], beside[4 * box + way]
                if behind >= 0 and to >= 0 and live[to] >= 0 and region >> behind & 1 and not boxes >> to & 1:
                    out[found] = _rank(box, boxes ^ 1 << box ^ 1 << to, work, beside, live, squares, ways, count)
                    found += 1
    return found


def parents(
    number: int, out: Room, work: Room, count: int, beside: Table, live: Table, squares: Table, ways: Table
) -> int:
    """`parents_of_class` and `canonical` over ranks."""
    boxes = _boxes_of(number // len(live), count, squares, ways)
    region = _region(number % len(live), boxes, work, beside)
    found = 0
    for place in range(len(squares)):
        box = squares[place]
        if boxes >> box & 1:
            for way in range(4):
                cell = beside[4 * box + way]
                if cell >= 0 and region >> cell & 1:
                    behind = beside[4 * cell + way]
                    if behind >= 0 and not boxes >> behind & 1:
                        before = boxes ^ 1 << box ^ 1 << cell
                        out[found] = _rank(behind, before, work, beside, live, squares, ways, count)
                        found += 1
    return found


def alike(number: int, work: Room, count: int, beside: Table, live: Table, squares: Table, ways: Table) -> int:
    """The number of cells the player can walk to, and so of positions that share a rank."""
    region = _region(number % len(live), _boxes_of(number // len(live), count, squares, ways), work, beside)
    found = 0
    while region:
        region &= region - 1
        found += 1
    return found


def _boxes_of(number: int, count: int, squares: Table, ways: Table) -> int:
    """The set of boxes with this number, as bits."""
    boxes = 0
    place = len(squares) - 1
    for left in range(count, 0, -1):
        while ways[place * (count + 1) + left] > number:
            place -= 1
        number -= ways[place * (count + 1) + left]
        boxes |= 1 << squares[place]
    return boxes


def _region(cell: int, boxes: int, work: Room, beside: Table) -> int:
    """The cells that the player can walk to, as bits; `work` is the stack of the flood fill."""
    taken = boxes | 1 << cell
    work[0] = cell
    waiting = 1
    while waiting > 0:
        waiting -= 1
        first = 4 * work[waiting]
        for way in range(first, first + 4):
            to = beside[way]
            if to >= 0 and not taken >> to & 1:
                taken |= 1 << to
                work[waiting] = to
                waiting += 1
    return taken ^ boxes


def _rank(
    cell: int, boxes: int, work: Room, beside: Table, live: Table, squares: Table, ways: Table, count: int
) -> int:
    """The rank of the class of a position; every box must be on a live cell."""
    region = _region(cell, boxes, work, beside)
    player = 0
    while not region >> player & 1:
        player += 1
    number = 0
    chosen = 0
    for place in range(len(squares)):
        if boxes >> squares[place] & 1:
            chosen += 1
            number += ways[place * (count + 1) + chosen]
    return number * len(live) + player

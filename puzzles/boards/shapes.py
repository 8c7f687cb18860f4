"""Lines, squares and neighbors of a grid of cells, as tuples of cells: what the rules of a `BoardGame` run over."""

from collections.abc import Sequence
from itertools import product

from perfect_play.puzzles.grid import BESIDE, DIRECTIONS, rays

Cells = tuple[int, ...]

ACROSS = (1, 3, 4, 6)  # of the eight directions of `rays`


def neighbors(rows: int, cols: int, directions: tuple[tuple[int, int], ...] = DIRECTIONS) -> tuple[Cells, ...]:
    """For every cell, the cells one step away. directions: (down, right) of each step; by default all eight."""
    return tuple(
        tuple(
            (row + down) * cols + col + right
            for down, right in directions
            if 0 <= row + down < rows and 0 <= col + right < cols
        )
        for row in range(rows)
        for col in range(cols)
    )


def beside(rows: int, cols: int) -> tuple[Cells, ...]:
    """For every cell, the cells that share a side with it."""
    return neighbors(rows, cols, BESIDE)


def steps(rows: int, cols: int) -> tuple[Cells, ...]:
    """For every cell, the cells one step away in each of the eight directions; -1 beyond the edge."""
    every = [rays(cell, rows, cols) for cell in range(rows * cols)]
    return tuple(tuple(ray[0] if ray else -1 for ray in around) for around in every)


def lines(rows: int, cols: int, length: int, around: bool = False) -> tuple[Cells, ...]:
    """All straight lines of this many cells: across, down and diagonal. around: the left and right edge are joined."""
    return tuple(
        tuple((row + i * down) * cols + (col + i * right) % cols for i in range(length))
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(rows)
        for col in range(cols)
        if row + (length - 1) * down < rows and (around or 0 <= col + (length - 1) * right < cols)
    )


def slides(rows: int, cols: int, directions: Sequence[int] = range(8)) -> tuple[Cells, ...]:
    """For every cell and direction, the cell itself and those from there to the edge, if there are any.

    directions: which of the eight directions of `rays`.
    """
    every = [(cell, rays(cell, rows, cols)[direction]) for cell in range(rows * cols) for direction in directions]
    return tuple((cell, *ray) for cell, ray in every if ray)


def jumps(rows: int, cols: int) -> tuple[Cells, ...]:
    """Three cells in a row, across or down, in either direction: from where, over what and to where a piece jumps."""
    straight = [line for line in lines(rows, cols, 3) if line[1] - line[0] in (1, cols)]
    return tuple(line[::order] for line in straight for order in (1, -1))


def squares(side: int, distance: int) -> tuple[Cells, ...]:
    """The corners of all upright squares on a square board. distance: how far apart the corners are."""
    return tuple(
        tuple(cell + down * side + right for down in (0, distance) for right in (0, distance))
        for cell in range(side**2)
        if cell // side + distance < side and cell % side + distance < side
    )


def tilted_squares(rows: int, cols: int) -> tuple[Cells, ...]:
    """The corners of all squares on a board, upright and tilted."""
    result = []
    for row, col, down, right in product(range(rows), range(cols), range(rows), range(1, cols)):
        places = [(0, 0), (down, right), (down + right, right - down), (right, -down)]
        corners = [(row + r, col + c) for r, c in places]
        if all(0 <= r < rows and 0 <= c < cols for r, c in corners):
            result.append(tuple(r * cols + c for r, c in corners))
    return tuple(result)


def alquerque(rows: int, cols: int) -> tuple[tuple[Cells, ...], tuple[Cells, ...]]:
    """For each point of an alquerque board, the points beside it along its lines, and the jumps from it: the point that
    is jumped over and the one behind it, one pair after another.

    Points whose row and column add up to an even number also have diagonal lines.
    """
    lines_of = [
        [ray for direction, ray in enumerate(rays(point, rows, cols)) if ray and (direction in ACROSS or even)]
        for point in range(rows * cols)
        for even in [(point // cols + point % cols) % 2 == 0]
    ]
    nearest = tuple(tuple(ray[0] for ray in around) for around in lines_of)
    return nearest, tuple(tuple(point for ray in around if len(ray) > 1 for point in ray[:2]) for around in lines_of)

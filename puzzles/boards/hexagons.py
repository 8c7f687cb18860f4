"""Boards of hexagons: rows of cells, each row centered above the next, as lines of cells and symmetries."""

from collections.abc import Sequence
from itertools import permutations

DIRECTIONS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""(down, right in half cells) of a step, clockwise from the right."""


def places(lengths: Sequence[int]) -> list[tuple[int, int]]:
    """For each cell, its row, and its distance right of the middle in half cells. lengths: cells in each row."""
    return [(row, 2 * i - length + 1) for row, length in enumerate(lengths) for i in range(length)]


def rays(lengths: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """For each cell and each of the six directions, the cells from there to the edge."""
    number = {place: cell for cell, place in enumerate(places(lengths))}

    def ray(row: int, right: int, down: int, aside: int) -> tuple[int, ...]:
        cells = []
        while (row := row + down, right := right + aside) in number:
            cells.append(number[row, right])
        return tuple(cells)

    return [[ray(*place, *direction) for direction in DIRECTIONS] for place in number]


def neighbors(lengths: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For each cell, the cells that share a side with it."""
    return tuple(tuple(ray[0] for ray in around if ray) for around in rays(lengths))


def symmetries(lengths: Sequence[int]) -> list[tuple[int, ...]]:
    """The images of the board, as returned by `grid.symmetries`: up to twelve, for a regular hexagon."""
    middle = len(lengths) - 1
    centered = [(2 * row - middle, 2 * right) for row, right in places(lengths)]
    cubes = [(right - row, 2 * row, -right - row) for row, right in centered]
    images = []
    for order in permutations(range(3)):
        for sign in (1, -1):
            image = [tuple(sign * cube[i] for i in order) for cube in cubes]
            if set(image) == set(cubes):
                images.append(tuple(map(cubes.index, image)))  # type: ignore[arg-type]
    return images

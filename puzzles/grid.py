"""Helpers for puzzles on a grid of cells: variants, neighbors, rays, cell names, and symmetry.

Cells are numbered from 0, row by row, from the top left, as in a view. A board is a str with one
character per cell. The images of a board are those under the symmetries of its shape: four for a
rectangle, eight for a square.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from perfect_play.puzzles.base import IllegalPosition, Variant

DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""(down, right) for the eight cells around a cell, row by row."""
BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""(down, right) for the four cells that share a side with a cell."""


def board_variant(
    rows: int,
    cols: int,
    positions: int = 0,
    presolve: bool = True,
    testing: bool = False,
    name: str = "",
    aliases: tuple[str, ...] = (),
) -> Variant:
    """The variant `<rows>x<cols>` with options `(rows, cols)`. Default name: the numbers of rows and columns."""
    name = name or f"{rows} row{'s'[rows == 1 :]}, {cols} column{'s'[cols == 1 :]}"
    return Variant(f"{rows}x{cols}", name, (rows, cols), aliases, presolve, testing, positions)


def cell_name(cell: int, rows: int, cols: int) -> str:
    """The cell as on a chessboard, `a1` at the bottom left; for at most 26 columns."""
    return f"{chr(ord('a') + cell % cols)}{rows - cell // cols}"


def step_name(cells: tuple[int, int], rows: int, cols: int) -> str:
    """A step's two cells: `a1-a2`."""
    return "-".join([cell_name(cell, rows, cols) for cell in cells])


def neighbors(cell: int, rows: int, cols: int) -> list[int]:
    """The cells that share a side with this one, in ascending order."""
    row, col = divmod(cell, cols)
    places = [(row + down, col + right) for down, right in BESIDE]
    return [r * cols + c for r, c in places if 0 <= r < rows and 0 <= c < cols]


def rays(cell: int, rows: int, cols: int) -> list[list[int]]:
    """For each of `DIRECTIONS`, the cells from this one (exclusive) to the edge."""
    result: list[list[int]] = []
    for down, right in DIRECTIONS:
        row, col = divmod(cell, cols)
        result.append([])
        while 0 <= (row := row + down) < rows and 0 <= (col := col + right) < cols:
            result[-1].append(row * cols + col)
    return result


def connected(cells: Iterable[int], neighbors: Sequence[Sequence[int]]) -> list[list[int]]:
    """Groups of these cells, each ascending: those joined by cells among them. neighbors: every cell's neighbors."""
    remaining, groups = set(cells), []
    while remaining:
        group = [remaining.pop()]
        for cell in group:  # grows during the loop
            joined = remaining.intersection(neighbors[cell])
            remaining -= joined
            group += joined
        groups.append(sorted(group))
    return groups


def check_supported(cells: str, cols: int, noun: str = "piece") -> None:
    """Raises IllegalPosition if a piece on an upright board floats. noun: what the message calls it."""
    if any(above != "-" == below for above, below in zip(cells, cells[cols:], strict=False)):
        raise IllegalPosition(f"{cells!r}: expected no {noun} with an empty cell beneath it.")


# --- symmetry ---------------------------------------------------------------------------------
# Slices rather than index tables: they are faster, and images are computed for every position.


def mirrored(cells: str, cols: int) -> str:
    """The board with left and right exchanged."""
    return "".join([cells[row : row + cols][::-1] for row in range(0, len(cells), cols)])


def upside_down(cells: str, cols: int) -> str:
    """The board with top and bottom exchanged."""
    return "".join([cells[row : row + cols] for row in range(len(cells) - cols, -1, -cols)])


def transposed(cells: str, cols: int) -> str:
    """The board with rows and columns exchanged: mirrored along the diagonal from the top left."""
    return "".join([cells[col::cols] for col in range(cols)])


def four_images(cells: str, cols: int) -> list[str]:
    """The board itself, after a half turn, upside down, and mirrored."""
    flipped = upside_down(cells, cols)
    return [cells, cells[::-1], flipped, flipped[::-1]]  # reversing the string is a half turn


def all_images(cells: str, cols: int) -> list[str]:
    """The four images of a rectangle; for a square, also those with rows and columns exchanged."""
    images = four_images(cells, cols)
    return images if len(cells) != cols * cols else images + four_images(transposed(cells, cols), cols)


HALF_TURN, UPSIDE_DOWN, MIRRORED = 1, 2, 3
"""The indices of these images among the `symmetries` of any board; the board itself is at 0."""
TURNS = (0, 1, 6, 7)
"""The indices of the rotations among the `symmetries` of a square."""


@lru_cache(maxsize=64)
def symmetries(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """For each of `all_images`, in that order: the cell of the board that each cell of the image shows."""
    numbered = "".join(map(chr, range(rows * cols)))
    return tuple(tuple(map(ord, image)) for image in all_images(numbered, cols))

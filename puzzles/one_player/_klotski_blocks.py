"""Trays of blocks as integers with three bits per cell, which make Klotski fast.

The tray is four cells wide and five high. Its cells are characters, row by row: `-` a gap, `o` a block of one cell,
`Hh` a horizontal one, `V` over `v` a vertical one, `WX` over `YZ` the large one, of which there is only one. In the
code of a tray, the bits from `BITS` times the cell on say what is in a cell: 0 a gap, 1 `o`, 2 and 3 `H` and `h`, 4 and
5 `V` and `v`, 6 `W`, 7 the rest of a large block. So one operation tells whether cells are gaps, and moving a block
adds a number that depends only on the block, its cell and the direction.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

ROWS, COLS = 5, 4
CELLS = ROWS * COLS
GAP = "-"
SHAPES = {"o": ("o",), "H": ("Hh",), "V": ("V", "v"), "W": ("WX", "YZ")}
"""The rows of every shape, by its top left character."""
DIRECTIONS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""(down, right) for each direction in which a block can move."""

BITS = 3
CODES = {"-": 0, "o": 1, "H": 2, "h": 3, "V": 4, "v": 5, "W": 6, "X": 7, "Y": 7, "Z": 7}
CODE_MASK = (1 << BITS) - 1
SHAPE = ["", "o", "H", "", "V", "", "W", ""]
"""By the code of a cell, the shape of the block whose top left cell it is."""

Cells = Mapping[int, str]  # some cells of the tray, each with its character


def _blocks() -> Iterator[tuple[tuple[str, int], Cells]]:
    for shape, rows in (*SHAPES.items(), (GAP, (GAP,))):
        chars = {r * COLS + c: char for r, row in enumerate(rows) for c, char in enumerate(row)}
        for top in range(ROWS - len(rows) + 1):
            for left in range(COLS - len(rows[0]) + 1):
                first = top * COLS + left
                yield (shape, first), {first + cell: char for cell, char in chars.items()}


BLOCKS = dict(_blocks())
"""(shape, top left cell) of every block that fits into the tray, gaps included, and the cells it takes."""
BLOCK_CODES = {
    block: sum(CODES[char] << BITS * cell for cell, char in cells.items()) for block, cells in BLOCKS.items()
}
"""The code of a tray with nothing but this block."""
COVERED = {block: sum(CODE_MASK << BITS * cell for cell in cells) for block, cells in BLOCKS.items()}
"""The bits of the cells the block takes."""
FULL_TRAY = sum(CODE_MASK << BITS * cell for cell in range(CELLS))


class Step(NamedTuple):
    """One step of a block.

    direction: U, D, L or R. to: the block's top left cell afterward. entered: the bits of the cells that must be gaps.
    change: what it adds to the code.
    """

    direction: str
    to: int
    entered: int
    change: int


def _steps(shape: str, cell: int) -> Iterator[Step]:
    old = shape, cell
    for direction, (down, right) in DIRECTIONS.items():
        new = shape, cell + down * COLS + right
        if new in BLOCKS and 0 <= cell % COLS + right < COLS:
            yield Step(direction, new[1], COVERED[new] & ~COVERED[old], BLOCK_CODES[new] - BLOCK_CODES[old])


STEPS = [[tuple(_steps(shape, cell)) if (shape, cell) in BLOCKS else () for shape in SHAPE] for cell in range(CELLS)]
"""The steps of a block in an otherwise empty tray, by its top left cell and the code there."""


def coded(blocks: Mapping[int, str]) -> int:
    """The code of a tray with these blocks, given by their top left cells; blocks that do not fit are left out."""
    code = covered = 0
    for cell, shape in blocks.items():
        block = shape, cell
        if block in BLOCKS and not COVERED[block] & covered:
            code += BLOCK_CODES[block]
            covered |= COVERED[block]
    return code


def blocks_of(code: int) -> dict[int, str]:
    """The shapes of the blocks in a tray, by their top left cells in reading order."""
    return {cell: shape for cell in range(CELLS) if (shape := shape_at(code, cell))}


def shape_at(code: int, cell: int) -> str:
    """The shape of the block whose top left cell this is; "" if there is none."""
    return SHAPE[code >> BITS * cell & CODE_MASK]


def filled(cells: Cells) -> str:
    """The tray with these characters, and gaps elsewhere."""
    return "".join([cells.get(cell, GAP) for cell in range(CELLS)])


def tray(code: int) -> str:
    """The characters of a tray, row by row."""
    chars: dict[int, str] = {}
    for cell, shape in blocks_of(code).items():
        chars.update(BLOCKS[shape, cell])
    return filled(chars)


def placements(counts: Mapping[str, int], covered: int = 0, code: int = 0) -> Iterator[int]:
    """The codes of all trays with this many blocks of each shape besides what is `covered`, and gaps elsewhere."""
    free = FULL_TRAY & ~covered
    if not free:
        yield code
        return
    cell = ((free & -free).bit_length() - 1) // BITS
    for shape, count in counts.items():
        block = shape, cell
        if count and block in BLOCKS and not COVERED[block] & covered:
            remaining = {**counts, shape: count - 1}
            yield from placements(remaining, covered | COVERED[block], code + BLOCK_CODES[block])


# --- symmetry ---------------------------------------------------------------------------------

ROW_BITS = BITS * COLS
ROW = (1 << ROW_BITS) - 1


@cache  # at most 4,096 rows
def _mirrored_row(row: int) -> int:
    """A row with left and right exchanged, but blocks intact."""
    codes = [row >> BITS * col & CODE_MASK for col in range(COLS)][::-1]
    if CODES["W"] in codes:  # otherwise 7 means the lower cells of the large block
        codes = [{6: 7, 7: 6}.get(code, code) for code in codes]
    return sum({2: 3, 3: 2}.get(code, code) << BITS * col for col, code in enumerate(codes))


def mirrored(code: int) -> int:
    """The tray with left and right exchanged."""
    return (
        _mirrored_row(code & ROW)
        | _mirrored_row(code >> ROW_BITS & ROW) << ROW_BITS
        | _mirrored_row(code >> 2 * ROW_BITS & ROW) << 2 * ROW_BITS
        | _mirrored_row(code >> 3 * ROW_BITS & ROW) << 3 * ROW_BITS
        | _mirrored_row(code >> 4 * ROW_BITS) << 4 * ROW_BITS
    )

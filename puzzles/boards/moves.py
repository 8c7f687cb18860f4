"""The data that the rules of a board game work on: the cells, and moves as numbers."""

from collections.abc import MutableSequence, Sequence

Cells = MutableSequence[int]
Moves = MutableSequence[int]
Rows = Sequence[Sequence[int]]
"""Cells by number, for each cell or for each line: a tuple of tuples."""

MOST_MOVES = 1024
"""The greatest number of moves that a position of any game may have."""
SHIFT = 64
"""A step's number is this times one more than its first cell, plus its last cell."""
MORE = 2 * SHIFT * SHIFT
"""A move of two parts has the number of a step or placement, plus this times the number of the other part."""


def step(source: int, target: int) -> int:
    """The number of the move from one cell to another. Placing a piece on a cell has the cell's own number."""
    return (source + 1) * SHIFT + target


def source_of(move: int) -> int:
    """The cell that a step begins on; -1 if the move places a piece."""
    return move % MORE // SHIFT - 1


def target_of(move: int) -> int:
    """The cell that a step ends on, or that a piece is placed on."""
    return move % SHIFT


def parts_of(move: int) -> tuple[int, int, int]:
    """The number of a move's other part, 0 if there is none; then the cells that its step begins and ends on."""
    return move // MORE, source_of(move), target_of(move)


def add(moves: Moves, count: int, move: int) -> int:
    """Append a move to the first `count` moves; return the new count."""
    moves[count] = move
    return count + 1

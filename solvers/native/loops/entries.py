"""The functions at whose addresses loops call the rules of a variant: `rule` is one of these, CONSTANTS its last
arguments.

Both, and the sizes, are put in their places when they are compiled (`solvers/native/rules.py`).
"""

from typing import Any

from perfect_play.puzzles.boards.moves import MOST_MOVES
from perfect_play.solvers.native.intrinsics import bytes_at, numbers_at

CONSTANTS: Any = ()
CELLS = MOST = SCRATCH_LENGTH = 0


def rule(*arguments: Any) -> Any:
    """Stand-in for a function of the rules; never called."""
    raise NotImplementedError


def list_at(number: int, out: int, scratch: int) -> Any:
    """A kernel's function that writes ranks."""
    return rule(number, numbers_at(out, MOST), numbers_at(scratch, SCRATCH_LENGTH), *CONSTANTS)


def within_at(part: int, bits: int, out: int, scratch: int) -> Any:
    """The function of a kernel's blocks."""
    return rule(part, bits, numbers_at(out, MOST), numbers_at(scratch, SCRATCH_LENGTH), *CONSTANTS)


def number_at(number: int, scratch: int) -> Any:
    """A kernel's function that returns a number."""
    return rule(number, numbers_at(scratch, SCRATCH_LENGTH), *CONSTANTS)


def ranks_of(number: int, out: Any, scratch: Any) -> Any:
    """The same as part of the loops."""
    return rule(number, out, scratch.numbers, *CONSTANTS)


def places_of(part: int, bits: int, out: Any, scratch: Any) -> Any:
    """The function of a kernel's blocks as part of the loops."""
    return rule(part, bits, out, scratch.numbers, *CONSTANTS)


def number_of(number: int, scratch: Any) -> Any:
    """A kernel's function that returns a number as part of the loops."""
    return rule(number, scratch.numbers, *CONSTANTS)


def search_number(first: int, second: int, third: int, fourth: Any) -> Any:
    """A function of a search kernel, which is part of the loops."""
    return rule(first, second, third, fourth, *CONSTANTS)


def board_at(cells: int, turn: int) -> Any:
    """A board game's function of a position."""
    return rule(bytes_at(cells, CELLS), turn, *CONSTANTS)


def moves_at(cells: int, turn: int, moves: int) -> Any:
    """A board game's function that writes moves."""
    return rule(bytes_at(cells, CELLS), turn, numbers_at(moves, MOST_MOVES), *CONSTANTS)


def move_at(cells: int, turn: int, move: int) -> Any:
    """A board game's function that makes a move, or takes it back."""
    return rule(bytes_at(cells, CELLS), turn, move, *CONSTANTS)

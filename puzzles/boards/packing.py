"""Numbers with a few bits for each cell: the ranks of a `BoardGame` in which play reaches few of all arrangements.

The highest bit is the player to move; if the players can be exchanged, it is 0, and every position is numbered as the
player to move sees it. The bits of the cells follow, those of the first cell the highest. A position's rank is the
least number of all its images.

`solvers/native/loops/packed.py` computes the same numbers in compiled code.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from perfect_play.puzzles.boards.arrangements import Exchange, Permutation

DIGITS = "0123456789abcdefghijklmnopqrstuv"
"""The digits of a number with 5 bits for each cell; a game has fewer sorts of pieces."""


@dataclass(frozen=True)
class Packing:
    """The numbering of all positions on `cells` cells with `pieces` sorts of pieces.

    symmetries: for each image of the board, the board itself included, the cell that each of its cells shows. exchange:
    None if it matters which player is to move. Raises ValueError if there are too many sorts of pieces.
    """

    cells: int
    pieces: int
    symmetries: Sequence[Permutation]
    exchange: Exchange | None

    def __post_init__(self) -> None:
        if self.pieces >= len(DIGITS):
            raise ValueError(f"{self.pieces} sorts of pieces are too many; expected fewer than {len(DIGITS)}")

    @cached_property
    def bits(self) -> int:
        """The number of bits for each cell."""
        return self.pieces.bit_length()

    @cached_property
    def size(self) -> int:
        """All ranks are below this."""
        return 2 << self.bits * self.cells

    @cached_property
    def first_bits(self) -> tuple[int, int]:
        """The bit before those of the cells, for each player to move."""
        return (0, 0) if self.exchange else (0, 1)

    @cached_property
    def becomes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each player to move, the number that stands for each piece; 0 stands for an empty cell."""
        identity = tuple(range(self.pieces + 1))
        return identity, (0, *(piece + 1 for piece in self.exchange.pieces)) if self.exchange else identity

    @cached_property
    def views(self) -> tuple[Permutation, ...]:
        """The images, in the form of `symmetries`: those for player 1 to move, then as many for player 2."""
        images = tuple(map(tuple, self.symmetries))
        cells = self.exchange.cells if self.exchange else range(self.cells)
        return images + tuple(tuple(cells[cell] for cell in image) for image in images)

    @cached_property
    def shifts(self) -> tuple[tuple[int, ...], ...]:
        """For each of `views`, the lowest bit of every cell in the number."""
        places = [{cell: place for place, cell in enumerate(reversed(view))} for view in self.views]
        return tuple(tuple(self.bits * place[cell] for cell in range(self.cells)) for place in places)

    def rank(self, numbers: Sequence[int], turn: int) -> int:
        """The number of a position, given by what is on each cell."""
        digits = [DIGITS[self.becomes[turn - 1][number]] for number in numbers]
        images, base = len(self.views) // 2, 1 << self.bits
        minimum = min(int("".join(view(digits)), base) for view in self._views[(turn - 1) * images : turn * images])
        return self.first_bits[turn - 1] << self.bits * self.cells | minimum

    def raw(self, numbers: Sequence[int], turn: int) -> int:
        """The number of a position as it is: with a bit for the player to move, and without symmetry."""
        number = turn - 1
        for piece in numbers:
            number = number << self.bits | piece
        return number

    @cached_property
    def _views(self) -> list[Callable[[Sequence[str]], Iterable[str]]]:
        return [itemgetter(*view) for view in self.views]

    def unrank(self, number: int) -> tuple[list[int], int]:
        """What is on each cell, and the player to move."""
        numbers = [number >> shift & (1 << self.bits) - 1 for shift in range(0, self.bits * self.cells, self.bits)]
        return numbers[::-1], 1 + (number >> self.bits * self.cells)

"""Puzzles of switches: every move turns over a fixed set of bits, and all bits are to be off.

A position is an int, one bit for each thing that is on or off. Moves do not depend on the
position, commute, and take themselves back, so what counts is only which moves are made. A way
to solve a position is the solution of linear equations modulo 2, and the shortest is found by
algebra (`solvers/untabled/linear.py`): a board of hundreds of bits needs no table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzles.base import Puzzle, Value


class LinearPuzzle(Puzzle):
    """A puzzle of switches. Every int of as many bits as there are is a legal position.

    A variant may be solved into a table as well: then give it `size`, `rank` and `unrank`. Until
    there is a table, and without these, the algebra answers.
    """

    toggles: Sequence[int] = ()
    """For each move the bits that it turns over. Set it in `__init__`; the moves are its indices."""

    reversible = True

    def moves(self, position: int) -> Iterable[int]:
        """Every move, by its index in `toggles`."""
        return range(len(self.toggles))

    def do_move(self, position: int, move: int) -> int:
        """The position with the bits of the move turned over."""
        return position ^ self.toggles[move]

    def children(self, position: int) -> list[int]:
        """As `do_move` for every move."""
        return [position ^ toggle for toggle in self.toggles]

    def primitive(self, position: int) -> Value | None:
        """Won when all bits are off."""
        return Value.WIN if position == 0 else None

    def solutions(self) -> Iterable[int]:
        """The one position with all bits off."""
        return [0]

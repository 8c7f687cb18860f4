"""Puzzles of switches, such as Lights Out: each move flips a fixed set of bits, and all bits must become 0.

A position is an int, one bit for each thing that is on or off. Moves do not depend on the
position, commute, and undo themselves, so all that matters is which moves are made. To solve
a position is to solve linear equations modulo 2; algebra finds the shortest solution
(`solvers/untabled/linear_algebra.py`), so a board of hundreds of bits needs no table.
"""

from collections.abc import Iterable, Sequence

from perfect_play.puzzles.base import Puzzle, Value


class LinearPuzzle(Puzzle):
    """A puzzle of switches. Every int with the right number of bits is a legal position.

    A variant with a `size` may also be solved into a table. Until there is a table, and for
    variants without one, algebra answers.
    """

    toggles: Sequence[int] = ()
    """For each move, the bits it flips. Set it in `prepare`; moves are its indices."""

    reversible = True

    def moves(self, position: int) -> Iterable[int]:
        """Every move, by its index in `toggles`."""
        return range(len(self.toggles))

    def do_move(self, position: int, move: int) -> int:
        """The position with the move's bits flipped."""
        return position ^ self.toggles[move]

    def children(self, position: int) -> list[int]:
        """`do_move` for every move."""
        return [position ^ toggle for toggle in self.toggles]

    def primitive(self, position: int) -> Value | None:
        """Won when all bits are off."""
        return Value.WIN if position == 0 else None

    def solutions(self) -> Iterable[int]:
        """The one position with all bits off."""
        return [0]

    def rank(self, position: int) -> int:
        """The position itself."""
        return position

    def unrank(self, number: int) -> int:
        """The number itself."""
        return number

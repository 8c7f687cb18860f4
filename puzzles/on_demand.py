"""Puzzles solved on demand: no table could hold all their boards, but few are connected with any one.

If every move can be undone, a position's result depends only on its connected component. In many puzzles
with given boards a component is small, thousands of positions, however many boards there are.
The first request for one of its positions searches it (`solvers/untabled/components.py`); the result is kept in
memory only. So every legal position is answered, and nothing is written to disk.

For speed, the search works on numbers. A *family* is what no move changes, such
as the vehicles of Rush Hour and the lines they move along; within a family, a number identifies a position.
"""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from perfect_play.puzzles.base import Position, Puzzle


class Motion(NamedTuple):
    """The moves between positions of one family, as numbers.

    neighbors: the numbers of the children, in any order. solved: whether `primitive` is a win.
    """

    neighbors: Callable[[int], Iterable[int]]
    solved: Callable[[int], bool]


class OnDemandPuzzle(Puzzle):
    """A puzzle answered by searching the connected component of the requested position.

    Every move can be undone; `primitive` is never a loss. A test checks `motion` against the plain rules.
    """

    reversible = True

    @abstractmethod
    def family(self, position: Position) -> Hashable:
        """What no move changes; variants of one puzzle with equal families have the same moves."""

    def number(self, position: Position) -> int:
        """The position's number, at least 0 and unique within its family. Default: the position, which is a number."""
        number: int = position
        return number

    def numbered(self, position: Position, number: int) -> Position:
        """The position with this number in the family of `position`. Default: the number."""
        return number

    @abstractmethod
    def motion(self, position: Position) -> Motion:
        """The moves of this position's family."""

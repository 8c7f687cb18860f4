"""Puzzles whose positions are solved when they are asked for: no table could hold all their boards.

Where every move can be taken back, all that decides a position's result is what it is connected with.
For many puzzles of given boards that is little, thousands of positions, however many boards there are;
it is searched when the first of it is asked for (`solvers/untabled/components.py`), and kept in memory only. So
every legal position is answered, and none is written anywhere.

The search is over numbers, which is the one place for speed. A *family* is what no move changes, such
as the vehicles of Rush Hour and the lines they stand on. Within a family a number is a position.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from puzzles.base import Position, Puzzle


class Motion(NamedTuple):
    """How the positions of one family move, over their numbers.

    neighbours: the numbers of the children, in any order. solved: whether `primitive` is a win.
    """

    neighbours: Callable[[int], Iterable[int]]
    solved: Callable[[int], bool]


class OnDemandPuzzle(Puzzle):
    """A puzzle that is answered by searching what is connected with the position asked for.

    Every move can be taken back; `primitive` never says lost. A test holds `motion` to the plain rules.
    """

    reversible = True

    @abstractmethod
    def family(self, position: Position) -> Hashable:
        """What no move changes; variants of one puzzle in which it is equal have the same moves."""

    @abstractmethod
    def number(self, position: Position) -> int:
        """The position's number, 0 or more; no other position of its family has the same."""

    @abstractmethod
    def numbered(self, position: Position, number: int) -> Position:
        """The position of this number in the family of another."""

    @abstractmethod
    def motion(self, position: Position) -> Motion:
        """How the positions of this position's family move."""

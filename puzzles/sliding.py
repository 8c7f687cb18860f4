"""Sliding-tile puzzles: what the searches need to know, however positions are represented."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from perfect_play.puzzles.base import Position, Puzzle


class SlidingPuzzle(Puzzle):
    """Tiles 1, 2, ... slide into the one gap of a board and are to stand in order, row by row, the gap last.

    A move is the cell of the tile that slides. A position is solvable exactly if it has a rank.
    """

    reversible = True
    rows: int
    cols: int

    on_request: bool = False
    """True: each position is searched on request if there is no table, for which most such boards are too large."""

    @abstractmethod
    def tiles(self, position: Position) -> Sequence[int]:
        """The number of the tile in each cell, row by row; 0 is the gap."""


def steps_aside(homes: Iterable[int]) -> int:
    """Moves that the tiles of one line need to pass each other, beyond the Manhattan distance (linear conflict).

    homes: where in that line the tiles belong, in their present order. As few as possible leave the line so that the
    others are in order, and then return: two moves each.
    """
    ascending: list[tuple[int, int]] = []  # (home, how many stay if it is the last to stay) of each tile
    for home in homes:
        ascending.append((home, 1 + max((longest for before, longest in ascending if before < home), default=0)))
    return 2 * (len(ascending) - max((longest for _, longest in ascending), default=0))

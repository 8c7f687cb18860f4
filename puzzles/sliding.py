"""Sliding tiles: what the searches of them need to know, whatever the plug-in keeps in a position."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from puzzles.base import Position, Puzzle


class SlidingPuzzle(Puzzle):
    """Tiles 1, 2, ... slide into the one gap of a board, and are to stand in order, row by row, the gap last.

    A move is the cell of the tile that slides. A position can be solved just where it has a rank.
    """

    reversible = True
    rows: int
    cols: int

    searched: bool = False
    """True: there are too many positions for any table, and each is searched when it is asked for."""

    @abstractmethod
    def tiles(self, position: Position) -> Sequence[int]:
        """The number of the tile in every cell, row by row; 0 is the gap."""


def steps_aside(homes: Iterable[int]) -> int:
    """Moves that the tiles of one line need to let each other pass, beyond those that bring them nearer to home.

    `homes`: where in that line they belong, in the order in which they stand. As few as possible leave it, so that
    the others are in order, and each comes back: two moves.
    """
    ascending: list[tuple[int, int]] = []  # of each tile its home, and how many can stay if it is the last of them
    for home in homes:
        ascending.append((home, 1 + max((longest for before, longest in ascending if before < home), default=0)))
    return 2 * (len(ascending) - max((longest for _, longest in ascending), default=0))

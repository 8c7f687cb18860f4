"""Games of coloring a grid: the base class of Col and Snort. Players color cells in turn; who cannot move loses.

The games differ in which neighbors a newly colored cell may not have. A position is (player to move,
cells): one character per cell, row by row from the top left, `x` in the first player's color,
`o` in the second's, `-` uncolored.

Every board on which no neighbors break the rule is legal, with either player to move. If the first
player begins, play reaches the boards with as many `x` as `o` on which he is to move, and those with one
`x` more on which the second player is. The text is the cells alone if there are as many `x` as `o` and it
is the first player's turn, or if there are not and it is the second's; otherwise the player to move comes
first: `2_---`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from puzzles.base import IllegalPosition, Turn, Value, Variant
from puzzles.grid import all_images, cell_name, neighbours
from puzzles.turns import NEXT, OWN_AND_OTHER, Position, UsualTurnGame, check_pieces
from puzzles.view import Add, Board


class ColoringGame(UsualTurnGame):
    """A game of coloring a grid, in which certain colors may not be neighbors."""

    forbidden: ClassVar[dict[str, str]]
    """For each color, the one that none of its neighbors may have."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.rows: int
        self.cols: int
        self.rows, self.cols = variant.options
        self._neighbours = [neighbours(cell, self.rows, self.cols) for cell in range(self.rows * self.cols)]

    def start(self) -> Position:
        """No cell is colored."""
        return (1, "-" * (self.rows * self.cols))

    def usual(self, cells: str) -> Turn:
        """The first player while there are as many `x` as `o`."""
        return 1 if cells.count("x") == cells.count("o") else 2

    def moves(self, position: Position) -> Iterable[int]:
        """The cells that the player to move can color, row by row."""
        turn, cells = position
        forbidden = self.forbidden[OWN_AND_OTHER[turn][0]]
        found: list[int] = []
        for cell, color in enumerate(cells):
            if color == "-" and forbidden not in [cells[near] for near in self._neighbours[cell]]:
                found.append(cell)
        return found

    def do_move(self, position: Position, move: int) -> Position:
        """The board with that cell colored."""
        turn, cells = position
        return (NEXT[turn], cells[:move] + OWN_AND_OTHER[turn][0] + cells[move + 1 :])

    def primitive(self, position: Position) -> Value | None:
        """Lost for a player who cannot move."""
        return None if self.moves(position) else Value.LOSE

    def from_board(self, cells: str, turn: Turn) -> Position:
        """These cells, unless neighbors break the rule."""
        check_pieces(cells, self.rows * self.cols, "characters")
        for cell, color in enumerate(cells):
            for near in self._neighbours[cell] if color != "-" else ():
                if cells[near] == self.forbidden[color]:
                    names = f"{self._name(cell)} and {self._name(near)}"
                    raise IllegalPosition(f"{cells!r}: {names} may not be {color!r} and {cells[near]!r}.")
        return (turn, cells)

    def _name(self, cell: int) -> str:
        return cell_name(cell, self.rows, self.cols)

    def format_move(self, position: Position, move: int) -> str:
        """The cell, as on a chessboard."""
        return self._name(move)

    def images(self, position: Position) -> Iterable[Position]:
        """The four symmetries of the rectangle, or the eight of the square."""
        return [(position[0], cells) for cells in all_images(position[1], self.cols)]

    def board(self, position: Position) -> Board:
        """The grid."""
        return Board(self.rows, self.cols, position[1])

    def button(self, position: Position, move: int) -> Add:
        """The color of the player to move, on the cell."""
        return Add(OWN_AND_OTHER[position[0]][0], move)

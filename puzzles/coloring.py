"""Games of coloring a grid, Col and Snort: two players color cells in turn, who cannot move loses.

What tells them apart is which neighbours a new color may not have. A position is a str, one
character a cell, row by row from the top left: `x` a cell of the first player's color, `o` one of
the second's, `-` an uncolored cell. Who is to move follows: it is the second player exactly when
there is one `x` more.

Legal are the boards with as many `x` as `o` or one more in which no neighbours break the rule; as
cells may be colored in any order, play can reach all of these. The text is the position itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from puzzles.base import Game, IllegalPosition, Turn, Value, Variant
from puzzles.grid import all_images, cell_name, neighbours
from puzzles.turns import OWN_AND_OTHER, check_pieces
from puzzles.view import Add, Board


class ColoringGame(Game):
    """A game of coloring a grid, in which some colors may not be neighbours."""

    forbidden: ClassVar[dict[str, str]]
    """For each color the one that no neighbour of it may have."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.rows: int
        self.cols: int
        self.rows, self.cols = variant.options
        self._neighbours = [neighbours(cell, self.rows, self.cols) for cell in range(self.rows * self.cols)]

    def start(self) -> str:
        """No cell is colored."""
        return "-" * (self.rows * self.cols)

    def turn(self, position: str) -> Turn:
        """The first player as long as there are as many `x` as `o`."""
        return 1 if position.count("x") == position.count("o") else 2

    def _color(self, position: str) -> str:
        """The color of the player to move."""
        return OWN_AND_OTHER[self.turn(position)][0]

    def moves(self, position: str) -> Iterable[int]:
        """The cells that the player to move can color, row by row."""
        forbidden = self.forbidden[self._color(position)]
        found: list[int] = []
        for cell, color in enumerate(position):
            if color == "-" and forbidden not in [position[near] for near in self._neighbours[cell]]:
                found.append(cell)
        return found

    def do_move(self, position: str, move: int) -> str:
        """The board with that cell colored."""
        return position[:move] + self._color(position) + position[move + 1 :]

    def primitive(self, position: str) -> Value | None:
        """Lost by whoever cannot move."""
        return None if self.moves(position) else Value.LOSE

    def format(self, position: str) -> str:
        """The position itself."""
        return position

    def parse(self, text: str) -> str:
        """The same, if it is legal."""
        check_pieces(text, self.rows * self.cols, "characters")
        if text.count("x") - text.count("o") not in (0, 1):
            raise IllegalPosition(f"{text!r}: expected as many 'x' as 'o', or one more.")
        for cell, color in enumerate(text):
            for near in self._neighbours[cell] if color != "-" else ():
                if text[near] == self.forbidden[color]:
                    names = f"{self._name(cell)} and {self._name(near)}"
                    raise IllegalPosition(f"{text!r}: {names} may not be {color!r} and {text[near]!r}.")
        return text

    def _name(self, cell: int) -> str:
        return cell_name(cell, self.rows, self.cols)

    def format_move(self, position: str, move: int) -> str:
        """The cell, as on a chessboard."""
        return self._name(move)

    def images(self, position: str) -> Iterable[str]:
        """The four symmetries of the rectangle, or the eight of the square."""
        return all_images(position, self.cols)

    def board(self, position: str) -> Board:
        """The grid."""
        return Board(self.rows, self.cols, position)

    def button(self, position: str, move: int) -> Add:
        """The color of the player to move, on the cell."""
        return Add(self._color(position), move)

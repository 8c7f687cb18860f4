"""Games of coloring a grid: the base class of Col and Snort. Players color cells in turn; who cannot move loses.

The games differ in which neighbors a newly colored cell must not have. A position is (player to move,
cells): one character per cell, row by row from the top left, `x` in the first player's color,
`o` in the second's, `-` uncolored.

Every board on which no neighbors break the rule is legal, with either player to move. If the first
player begins, play reaches the boards with as many `x` as `o` on which he is to move, and those with one
`x` more on which the second player is. The text is the cells alone if there are as many `x` as `o` and it
is the first player's turn, or if there are not and it is the second's; otherwise the player to move comes
first: `2_---`.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from perfect_play.puzzles.base import LOST, IllegalPosition, Turn
from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import Cells, Moves, Rows, add
from perfect_play.puzzles.boards.shapes import beside
from perfect_play.puzzles.boards.usual_turn import UsualTurnGame
from perfect_play.puzzles.grid import cell_name, connected, symmetries
from perfect_play.puzzles.mixins import Partizan

Tinted = tuple[tuple[int, int], ...]
"""Uncolored cells, ascending, each with who may color it: 1, 2, or 3 for both."""


class ColoringGame(Partizan, UsualTurnGame):
    """A game of coloring a grid, in which certain colors may not be neighbors."""

    alike: ClassVar[int]
    """1 if neighbors may not have the same color, 0 if they may not have different ones."""

    dense = False
    stuck = LOST

    def prepare(self, rows: int, cols: int) -> None:
        """Set the board and its pieces."""
        self.rows, self.cols = rows, cols
        self.most_moves = self.cells
        self.symmetries = symmetries(self.rows, self.cols)
        self.neighbors = beside(self.rows, self.cols)

    def start(self) -> Position:
        """No cell is colored."""
        return (1, "-" * self.cells)

    def usual(self, cells: str) -> Turn:
        """The first player while there are as many `x` as `o`."""
        return 1 if cells.count("x") == cells.count("o") else 2

    def read(self, cells: str, turn: Turn) -> Position:
        """These cells, unless neighbors break the rule."""
        position = super().read(cells, turn)
        for cell, color in enumerate(cells):
            for neighbor in self.neighbors[cell] if color != "-" else ():
                if cells[neighbor] != "-" and (cells[neighbor] == color) == self.alike:
                    names = " and ".join(cell_name(each, self.rows, self.cols) for each in (cell, neighbor))
                    raise IllegalPosition(f"{cells!r}: {names} may not be {color!r} and {cells[neighbor]!r}.")
        return position

    def components(self, position: Position) -> Sequence[Tinted]:
        """Connected cells that can still be colored."""
        cells = position[1]
        tints: dict[int, int] = {}
        for cell, color in enumerate(cells):
            colors = {cells[neighbor] for neighbor in self.neighbors[cell]}
            x, o = ("x" in colors, "o" in colors) if self.alike else ("o" in colors, "x" in colors)
            if color == "-" and not (x and o):
                tints[cell] = (not x) + 2 * (not o)
        return self._parts(tints)

    def options_of(self, component: Tinted, turn: Turn) -> Iterable[Sequence[Tinted]]:
        """The parts left after coloring each cell that the player may color."""
        tints = dict(component)
        removed = turn if self.alike else 3 - turn
        for cell, tint in component:
            if tint & turn:
                weakened = {
                    neighbor: tints[neighbor] & ~removed for neighbor in self.neighbors[cell] if neighbor in tints
                }
                after = (tints | weakened).items()
                yield self._parts({place: bits for place, bits in after if bits and place != cell})

    def _parts(self, tints: dict[int, int]) -> Sequence[Tinted]:
        parts = connected(tints, self.neighbors)
        return [
            min(tuple(sorted((image[cell], tints[cell]) for cell in part)) for image in self.symmetries)
            for part in parts
        ]


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, alike: int) -> int:
    """The cells that the player to move can color, row by row."""
    forbidden, count = turn if alike else 3 - turn, 0
    for cell in range(len(cells)):
        free = cells[cell] == 0
        for neighbor in neighbors[cell]:
            free &= cells[neighbor] != forbidden
        if free:
            count = add(moves, count, cell)
    return count

"""Pong Hau K'i: two pieces each on five points; shut the opponent in.

A position is (player to move, points): one character each for the points top left, top right,
center, bottom left and bottom right: `x` a piece of the first player, `o` one of the second,
`-` the empty point. The lines are all sides of the square but the top one, and both diagonals,
which meet in the center. Every placement of the four pieces is legal, with either player to move.

Its text is the player, `_` and the points: `1_oo-xx`. There are 60 positions, of which play reaches 56.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.base import IllegalPosition, Turn, Value, Variant
from puzzles.turns import NEXT, OWN_AND_OTHER, CellsGame, Position, check_pieces, moved, read_turn
from puzzles.view import Board, Move

NEIGHBOURS = ((2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3))
NAMES = ("top left", "top right", "centre", "bottom left", "bottom right")
CELLS = (0, 2, 4, 6, 8)  # where the points are drawn on a board of 3 x 3
MIRRORED = (1, 0, 2, 4, 3)


class PongHauKi(CellsGame):
    id = "ponghauki"
    name = "Pong Hau K'i"
    also_called = ("Umul Gonu", "Horseshoe")
    description = "Move along the lines of a small board and shut the other player in."
    instructions = (
        "The five points, four corners and the center, are joined by **both diagonals** and by **every side but the "
        "top one**. On your turn, move a piece of yours along a line to the empty point. Whoever **cannot move** loses."
    )
    author = "Traditional, China"
    date_created = "Traditional; described by Stewart Culin in 1895"
    variants = (Variant("regular", "Regular", testing=True, positions=30),)

    def start(self) -> Position:
        return (1, "oo-xx")

    def moves(self, position: Position) -> Iterable[int]:
        """The points from which a piece can move to the empty one."""
        turn, points = position
        return [point for point in NEIGHBOURS[points.index("-")] if points[point] == OWN_AND_OTHER[turn][0]]

    def do_move(self, position: Position, move: int) -> Position:
        turn, points = position
        return (NEXT[turn], moved(points, move, points.index("-")))

    def primitive(self, position: Position) -> Value | None:
        return None if self.moves(position) else Value.LOSE

    def parse(self, text: str) -> Position:
        turn, points = read_turn(text, "the points")
        return self._checked(points, turn, text)

    def _checked(self, points: str, turn: Turn, given: str) -> Position:
        """The position, if it is legal; `given` is what the error message quotes."""
        check_pieces(points, 5, "points", given)
        if (points.count("x"), points.count("o")) != (2, 2):
            raise IllegalPosition(f"{given!r}: expected two 'x' and two 'o'.")
        return (turn, points)

    def format_move(self, position: Position, move: int) -> str:
        return NAMES[move]

    def images(self, position: Position) -> Iterable[Position]:
        """The board, and its mirror image, left to right."""
        turn, points = position
        return (position, (turn, "".join([points[point] for point in MIRRORED])))

    def board(self, position: Position) -> Board:
        return Board(3, 3, "*".join(position[1]))

    def from_board(self, cells: str, turn: Turn) -> Position:
        return self._checked(cells[::2], turn, cells)

    def button(self, position: Position, move: int) -> Move:
        return Move(CELLS[move], CELLS[position[1].index("-")])

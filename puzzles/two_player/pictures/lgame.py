"""The picture of the L-game, on the page's board: a touch lays the L, a second moves a neutral piece or none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Arrow, Picture, Touch, Touches, changed
from perfect_play.puzzles.two_player.lgame import CELLS, ENDS, PLACES, SHAPES, SIDE, SPAN, STANDS
from perfect_play.puzzles.view import EMPTY, Add

MARKS = (SIDE, SIDE * SPAN)
"""How far the place to put either neutral piece is after that of its cell, on the board of the rules."""
ORIENTATIONS = 8  # in which an L can lie
FIRST = CELLS + 5
"""The center of the first placement of an L."""
LETTERS = "Hh"
"""The letters of the first pose of each player's L; those of the others follow."""


class Placement(NamedTuple):
    """Where an L lies: a number, one of eight poses, and the cell at its corner."""

    number: int
    orientation: int
    corner: int


def _placements() -> dict[int, Placement]:
    """Each placement of the L, by its cells as bits.

    The long arm goes down from the corner and the foot to the right, or to the left, in each of the six places row by
    row; then all of these follow turned clockwise once, twice and three times.
    """
    placements: dict[int, Placement] = {}
    for turns in range(4):
        for foot in (1, -1):
            for row in range(2):
                for column in range(3):
                    corner = (row, column + (foot < 0))
                    cells = [corner, *((row + down, corner[1]) for down in (1, 2)), (row, corner[1] + foot)]
                    for _ in range(turns):
                        cells = [(right, SIDE - 1 - down) for down, right in cells]
                    y, x = cells[0]
                    shape = sum(1 << SIDE * down + right for down, right in cells)
                    placements[shape] = Placement(len(placements), 2 * turns + (foot < 0), SIDE * y + x)
    return placements


PLACEMENTS = _placements()


class Ells(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """The L is laid first; then a neutral piece may move, by its mark in a cell."""
        return {
            stand: First(
                Arrow(*(PLACES[cell] for cell in ENDS[SHAPES[number // 2]])), MARKS[number % 2], 2 * "WG"[number % 2]
            )
            for number, stand in enumerate(STANDS)
        }

    def cells(self, position: Position) -> str:
        """Each L as a single letter at its corner."""
        cells = position[1]
        board = [cell if cell in "WG" else EMPTY for cell in cells]
        for first, piece in zip(LETTERS, "BR", strict=True):
            shape = sum(1 << cell for cell, char in enumerate(cells) if char == piece)
            placement = PLACEMENTS[shape]
            board[placement.corner] = chr(ord(first) + placement.orientation)
        return "".join(board)

    def touches(self, position: Position, move: int) -> Touches:
        """The L is laid; then a neutral piece moves, or a click on either means that none does."""
        shape, source, target = parts_of(move)
        placement = PLACEMENTS[shape]
        before = self.cells(position)
        first = LETTERS[position[0] - 1]
        old = next(cell for cell, char in enumerate(before) if 0 <= ord(char) - ord(first) < ORIENTATIONS)
        between = changed(before, {old: EMPTY, placement.corner: chr(ord(first) + placement.orientation)})
        name, *names = self.name(position, move).split(" ")
        laid = Touch(Add(str(1 + placement.orientation), FIRST + placement.number), "x", name)
        if source < 0:
            passes = tuple(Touch(Add(EMPTY, before.index(piece)), "y", f"{piece} stays") for piece in "WG")
            return Touches(laid, between, passes)
        return Touches(laid, between, (Touch(Arrow(source, target), "z", *names),))

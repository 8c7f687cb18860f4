"""The pictures of Othello; the page's board of 4 x 4 has both scores below it, and the button to pass between them."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.grids import field
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import HITBOX, PLACE, REMOVE, Image, Mark, Pieces, Theme, grid_centers
from perfect_play.puzzles.two_player.othello import PASS
from perfect_play.puzzles.view import Add

SIDE, CELL = 4, 10
EDGE = 0.06  # how far the lines of the board stand out
BELOW = SIDE * CELL + 5.06
SCORES = tuple((x, BELOW) for x in (3.06, 7.06, 33.06, 37.06))  # two digits each
CAN_PASS = SIDE**2 + len(SCORES)
BLACK, WHITE = "general/blackpiece.svg", "general/whitepiece.svg"


class Discs(Pieces):
    images: ClassVar = {"B": Image(BLACK, 0.8), "W": Image(WHITE, 0.8)}
    letters: ClassVar = str.maketrans("xo", "BW")

    @cached_property
    def look(self) -> Look:
        return field(self.board, self.men)

    def own_board(self) -> Theme | None:
        if self.rules.rows != SIDE:
            return None
        return Theme(
            (SIDE * CELL + 2 * EDGE, 50),
            (*grid_centers(SIDE, SIDE, CELL, EDGE), *SCORES, (20.06, BELOW)),
            {
                "B": Image(BLACK, 9),
                "W": Image(WHITE, 9),
                "h": Image(HITBOX, 10),
                "P": Image("othello/P.svg", 6),
                **{str(digit): Image(f"general/{digit}.svg", 20) for digit in range(10)},
            },
            sounds={"x": PLACE, "y": REMOVE},
            background="othello/grid.svg",
            animation="entityFade",
        )

    def cells(self, position: Position) -> str:
        cells = super().cells(position)
        return cells if self.tiles else f"{cells}{cells.count('B'):02}{cells.count('W'):02}"

    def button(self, position: Position, move: Move) -> Mark | None:
        if self.tiles:
            return super().button(position, move)
        return Add("P", CAN_PASS) if move == PASS else Add("h", move)

    def sound(self, position: Position, move: Move) -> str:
        return "y" if move == PASS and not self.tiles else "x"

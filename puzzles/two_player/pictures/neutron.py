"""The picture of Neutron; the page has a checkered board of 5x5. A touch moves the neutron, a second a piece."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import First, Look, grid
from perfect_play.puzzles.drawing.men import disc
from perfect_play.puzzles.drawing.shapes import BLUE, RED, UNIT, Point, rect
from perfect_play.puzzles.drawing.things import NEUTRON
from perfect_play.puzzles.picture import Image, Mark, Pieces, Theme, Touch, Touches, changed, grid_centers, ground
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board, Move

SIDE = 5  # of the page's board


class Discs(Pieces):
    images: ClassVar = {
        "X": Image("general/bluepiece.svg", 1),
        "O": Image("general/redpiece.svg", 1),
        "N": Image("general/whitepiece.svg", 1),
    }

    @property
    def order(self) -> range:
        """The cells without those for buttons."""
        return range(self.rules.cells)

    def own_board(self) -> Theme:
        side = self.rules.side
        return Theme(
            (side, side),
            grid_centers(side, side),
            self.images,
            **ground("general/checkerboard_gray_5x5.svg" if side == SIDE else "", grid_centers(side, side), 0.96),
            entities_over_arrows=True,
            arrow_width=0.06,
        )

    def button(self, position: Position, move: int) -> Mark | None:
        return None if self.touches(position, move) else super().button(position, move)

    def touches(self, position: Position, move: int) -> Touches | None:
        """The neutron slides, and then a piece."""
        goal_code, source, target = parts_of(move)
        if not goal_code or source < 0:
            return None
        goal, before = goal_code - 1, self.cells(position)
        place = before.index("N")
        first, second = self.name(position, move).split(" ")
        between = changed(before, {place: EMPTY, goal: "N"})
        return Touches(Touch(Move(place, goal), "x", first), between, (Touch(Move(source, target), "x", second),))

    @cached_property
    def look(self) -> Look:
        """The board, checkered, with each player's home row in a color. The first touch is where the neutron goes."""
        side, cells = self.rules.side, self.rules.cells
        ground = checkered(Board(side, side, EMPTY * cells), {"X": disc(BLUE), "O": disc(RED), "N": NEUTRON, VOID: ""})
        wide = side * UNIT
        homes = "".join(
            rect(wide / 2, y, wide, UNIT, 0, f'fill="{color}" fill-opacity="0.3"')
            for y, color in ((UNIT / 2, RED), (wide - UNIT / 2, BLUE))
        )
        return replace(
            ground,
            centers=grid(side, side) * (1 + cells),
            size=Point(wide, wide),
            under=ground.under + homes,
            first={cell: First(Add(EMPTY, cell // cells - 1)) for cell in range(cells, cells * (1 + cells))},
        )

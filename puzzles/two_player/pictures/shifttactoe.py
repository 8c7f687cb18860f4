"""The picture of Shift Tac Toe, on the page's rack: arrows above it to drop, and beside it to push."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.men import cross, nought
from perfect_play.puzzles.drawing.scenes import drop_board
from perfect_play.puzzles.drawing.shapes import ORANGE, UNIT, Point, circle, filled, rect
from perfect_play.puzzles.picture import Image, Pieces, Theme
from perfect_play.puzzles.two_player.shifttactoe import BOARD, SIDE
from perfect_play.puzzles.view import Move

ABOVE, LEFT = 2 * BOARD, 2 * BOARD + 2 * SIDE
RIGHT = LEFT + BOARD
"""The first centers of the arrows above, to the left and to the right of the rack."""

SLIDER = circle(0, 0, 12, filled(ORANGE, "#00000088")) + rect(0, 0, 4, 12, 2, 'fill="#00000055"')


def _grid(left: float, top: float, rows: int = SIDE) -> tuple[tuple[float, float], ...]:
    return tuple((left + col, top + row) for row in range(rows) for col in range(SIDE))


class Rack(Pieces):
    quality = "v2"
    step = "-"
    images: ClassVar = {
        "S": Image("shifttactoe/S.svg", 10),
        "x": Image("shifttactoe/x.svg", 1),
        "o": Image("shifttactoe/o.svg", 1),
    }

    @cached_property
    def look(self) -> Look:
        """The rack, and beside each of its rows a rail with its slider."""
        rack = drop_board(SIDE, SIDE, {"x": cross(), "o": nought(), "S": SLIDER})
        width, rail = SIDE * UNIT, 36
        sliders = tuple(Point(width + rail * (i % SIDE + 0.9), (i // SIDE + 0.5) * UNIT) for i in range(SIDE * SIDE))
        rails = "".join(rect(width + 1.9 * rail, y, 2.6 * rail, 9, 4, 'fill="#8a939a"') for _, y in sliders[::SIDE])
        size = Point(width + 3.4 * rail, width + 4)
        return replace(rack, centers=grid(SIDE, SIDE) + sliders, size=size, under=rails + rack.under)

    def own_board(self) -> Theme:
        centers = 2 * _grid(3.5, 2.5) + _grid(3.5, 0.5, 2) + _grid(0, 2.5) + _grid(7, 2.5)
        return Theme((9, 6), centers, self.images, foreground="shifttactoe/foreground.svg", arrow_width=0.1)

    def button(self, position: Position, move: int) -> Move:
        """As the page shows it: a push to the right is drawn on the left, and vice versa."""
        if move < SIDE:
            return Move(ABOVE + move, ABOVE + SIDE + move)
        row, right = divmod(move - SIDE, 2)
        place = position[1].index("S", BOARD + SIDE * row) - BOARD
        return Move(LEFT + place, LEFT + place + 1) if right else Move(RIGHT + place, RIGHT + place - 1)

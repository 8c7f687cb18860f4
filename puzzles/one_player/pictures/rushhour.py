"""The picture of Rush Hour: a parking lot with its exit on the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.base import Move as AnyMove
from perfect_play.puzzles.base import Position
from perfect_play.puzzles.drawing.blocks import car_park
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLUE, RED, TEAL
from perfect_play.puzzles.one_player._rushhour_traffic import WALL
from perfect_play.puzzles.picture import Image, Picture, Theme
from perfect_play.puzzles.view import Move

SCALE = 12.99375
PLACES = [6.6875 + 12.375 * place for place in range(6)]  # of rows and columns
OUTSIDE = [81.4375, 93.8125]  # of the two columns of the exit
CENTERS = (*((column, row) for row in PLACES for column in PLACES), *((column, PLACES[2]) for column in OUTSIDE))
IMAGES = {
    "L": "left",
    "m": "horizontal",
    "R": "right",
    "T": "top",
    "M": "vertical",
    "B": "bottom",
    "1": "left_red",
    "2": "right_red",
}


CARS = {
    **dict(zip("LmR", [(BLUE, "l"), (BLUE, "h"), (BLUE, "r")], strict=True)),
    **dict(zip("TMB", [(TEAL, "u"), (TEAL, "v"), (TEAL, "d")], strict=True)),
    **{"1": (RED, "l"), "2": (RED, "r")},
}
"""By character, the color and the end of the car."""


class CarPark(Picture):
    @cached_property
    def look(self) -> Look:
        return car_park(self.board, CARS, 2, 6)

    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"rushhour/{name}.svg", SCALE) for char, name in IMAGES.items()}
        if self.rules.walled:
            images[WALL] = Image("chipschallenge/wall.svg", SCALE)
        return (Theme((100, 100), CENTERS, images, background="rushhour/grid.svg", arrow_width=1),)

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        return text

    def button(self, position: Position, move: AnyMove) -> Move:
        source, target = self.rules.ends(position, move)
        return Move(source, target)

    def description(self, position: Any, move: Any) -> str:
        """From where an end of the car goes to where: `a2 → d2`."""
        arrow = self.rules.button(position, move)
        return f"{self.name_of(arrow.source)} → {self.name_of(arrow.target)}"

"""The picture of Kayles: a row of pins, with a circle below each and a line below every two neighbors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.picture import Arrow, Picture
from perfect_play.puzzles.view import EMPTY, Add, Line

MIN_SIDE = 2  # the least side of the picture


class Pins(Picture):
    """The centers are the pins, the circles, the start of the line from each pin, and the end of the line to each."""

    @cached_property
    def client(self) -> Mapping[str, Any]:
        (pins,) = self.rules.variant.options
        side = max(pins, MIN_SIDE)
        left, middle = (side - pins) / 2, side / 2 if pins >= MIN_SIDE else 0.9
        below = round(middle + 0.7, 1)
        circles = [(left + pin + 0.5, below) for pin in range(pins)]
        lines = [(x + shift, below) for shift in (0.25, 0.75) for x, _ in circles] if pins > 1 else []
        centers = [*((x, middle) for x, _ in circles), *circles, *lines]
        return {**super().client, "space": (side, side), "centers": centers}

    def cells(self, position: Position) -> str:
        return str(self.rules.write_cells(position[1]))

    def button(self, position: Position, move: Move) -> Add | Line:
        (pins,) = self.rules.variant.options
        match move.button:
            case Arrow(first, _):
                return Line(2 * pins + first, 3 * pins + first)
            case Add(_, pin):
                return Add(EMPTY, pins + pin)
        raise TypeError(f"{move.button!r} is no button of Kayles")

    def name(self, position: Position, move: Move) -> str:
        return str(move.name).replace(" and ", "-")

"""The picture of Lunar Lockout: robots on a picture of the grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from puzzles.drawing.grids import boxes
from puzzles.drawing.look import Look
from puzzles.drawing.men import token
from puzzles.drawing.scenes import RAINBOW
from puzzles.picture import Image, Picture, Theme, unit_grid

ROBOTS = 6  # that have images


class Space(Picture):
    @cached_property
    def look(self) -> Look:
        return boxes({str(robot): token(str(robot), RAINBOW[robot % 8]) for robot in range(10)})

    def themes(self) -> Sequence[Theme]:
        images = {str(robot): Image(f"lunarlockout/robotcat{robot}.svg", 1) for robot in range(ROBOTS)}
        board = "lunarlockout/board.svg"
        return (unit_grid(self.rules, images, background=board, arrow_width=0.06, entities_over_arrows=True),)

    def words(self, position: Any, move: Any) -> str:
        """The robot's cell, and which way it slides."""
        way = {"u": "up", "d": "down", "l": "left", "r": "right"}[move[1]]
        return f"{self.name_of(self.rules.button(position, move).source)} {way}"

"""The picture of Lunar Lockout: robots on a picture of the grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import RAINBOW
from perfect_play.puzzles.drawing.shapes import RED, UNIT, WHITE, circle, rect, stroke
from perfect_play.puzzles.drawing.things import robot
from perfect_play.puzzles.one_player.lunarlockout import SIDE
from perfect_play.puzzles.picture import Image, Picture, Theme, unit_grid
from perfect_play.puzzles.view import EMPTY

ROBOTS = 6  # that have images


class Space(Picture):
    @cached_property
    def look(self) -> Look:
        """Robots on a grid in space, with the goal in its middle."""
        side, middle = SIDE * UNIT, SIDE * UNIT / 2
        space = rect(middle, middle, side, side, 10, 'fill="#171d35"')
        stars = "".join(
            circle(7 * x % side, y, 0.8 + number % 3 * 0.3, f'fill="{WHITE}" fill-opacity="0.8"')
            for number, (x, y) in enumerate((37 * i % 97, 53 * i % side) for i in range(60))
        )
        lit = rect(middle, middle, side - 2 * UNIT, side - 2 * UNIT, 4, 'fill="#454f7d"')
        steps = range(2, SIDE - 1)
        lines = "".join(f"M{UNIT} {i * UNIT}H{side - UNIT}M{i * UNIT} {UNIT}V{side - UNIT}" for i in steps)
        goal = circle(middle, middle, 17, f'fill="none" stroke="{RED}" stroke-width="2"')
        goal += stroke(f"M{middle} {middle - 18}v36M{middle - 18} {middle}h36", RED, 1.5)
        return Look(
            {EMPTY: "", **{str(number): robot(RAINBOW[number % 8]) for number in range(10)}},
            under=space + stars + lit + stroke(lines, "#171d35", 2) + goal,
        )

    def themes(self) -> Sequence[Theme]:
        images = {str(robot): Image(f"lunarlockout/robotcat{robot}.svg", 1) for robot in range(ROBOTS)}
        board = "lunarlockout/board.svg"
        return (unit_grid(self.rules, images, background=board, arrow_width=0.06, entities_over_arrows=True),)

    def description(self, position: Any, move: Any) -> str:
        """The robot's cell, and which way it slides."""
        direction = {"u": "up", "d": "down", "l": "left", "r": "right"}[move[1]]
        return f"{self.name_of(self.rules.button(position, move).source)} {direction}"

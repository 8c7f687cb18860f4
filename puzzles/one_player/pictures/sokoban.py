"""The picture of Sokoban, with an image for everything a cell can hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import FLOOR, GOAL, WALL, box, person
from perfect_play.puzzles.drawing.shapes import GREEN
from perfect_play.puzzles.picture import SLIDE, Image, Picture, Theme, unit_grid
from perfect_play.puzzles.view import EMPTY, VOID

IMAGES = {
    "W": "wall",
    "t": "tile",
    "G": "goal",
    "p": "player",
    "P": "player_on_goal",
    "b": "box",
    "g": "box_on_goal",
}

PIECES = {
    EMPTY: FLOOR,
    VOID: "",
    "W": WALL,
    "G": GOAL,
    "b": FLOOR + box(),
    "g": GOAL + box(GREEN),
    "p": FLOOR + person(),
    "P": GOAL + person(),
}


class Warehouse(Picture):
    @cached_property
    def look(self) -> Look:
        return Look(PIECES)

    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"sokoban/sokoban_{name}.svg", 1) for char, name in IMAGES.items()}
        return (unit_grid(self.rules, images, sounds={"y": SLIDE}, arrow_width=0.15),)

    def cells(self, position: Position) -> str:
        """The text, which has one character per cell."""
        text: str = self.rules.format(position)
        return text

    def sound(self, position: Position, move: Move) -> str:
        return "y"

    def description(self, position: Any, move: Any) -> str:
        """Where the box or the person is, and which way it goes: `d3 right`."""
        source = self.rules.button(position, move).source
        directions = {"U": "up", "D": "down", "L": "left", "R": "right"}
        return f"{self.name_of(source)} {directions[move[1]]}"

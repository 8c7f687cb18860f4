"""The picture of Sokoban, with an image for everything a cell can hold."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.base import Move, Position
from puzzles.picture import SLIDE, Image, Picture, Theme, unit_grid

IMAGES = {
    "W": "wall",
    "t": "tile",
    "G": "goal",
    "p": "player",
    "P": "player_on_goal",
    "b": "box",
    "g": "box_on_goal",
}


class Warehouse(Picture):
    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"sokoban/sokoban_{name}.svg", 1) for char, name in IMAGES.items()}
        return (unit_grid(self.rules, images, sounds={"y": SLIDE}, arrow_width=0.15),)

    def cells(self, position: Position) -> str:
        """The text, which has one character per cell."""
        text: str = self.rules.format(position)
        return text

    def sound(self, position: Position, move: Move) -> str:
        return "y"

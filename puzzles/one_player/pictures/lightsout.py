"""The picture of Lights Out: every lamp is also its button."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.base import Move, Position
from puzzles.picture import REMOVE, Image, Picture, Theme, unit_grid
from puzzles.view import Add


class Lamps(Picture):
    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"lightsout/{char}.svg", 1) for char in "01t"}
        background = "lightsout/background.svg" if self.rules.rows == self.rules.cols else ""
        return (unit_grid(self.rules, images, sounds={"x": REMOVE}, background=background, animation="entityFade"),)

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        return text

    def button(self, position: Position, move: Move) -> Add:
        return Add("t", move)

"""The picture of Lights Out: every lamp is also its button."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.grids import boxes
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import tile
from perfect_play.puzzles.drawing.shapes import YELLOW
from perfect_play.puzzles.picture import REMOVE, Image, Picture, Theme, unit_grid
from perfect_play.puzzles.view import EMPTY, VOID, Add


class Lamps(Picture):
    @cached_property
    def look(self) -> Look:
        return boxes({EMPTY: tile("", YELLOW), VOID: tile("", "#3b444b"), "1": ""})

    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"lightsout/{char}.svg", 1) for char in "01t"}
        background = "lightsout/background.svg" if self.rules.rows == self.rules.cols else ""
        return (unit_grid(self.rules, images, sounds={"x": REMOVE}, background=background, animation="entityFade"),)

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        return text

    def button(self, position: Position, move: Move) -> Add:
        return Add("t", move)

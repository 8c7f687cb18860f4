"""The picture of WayOut: every block is also its button."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from puzzles.drawing.look import Look
from puzzles.drawing.men import tile
from puzzles.drawing.shapes import ORANGE
from puzzles.one_player.wayout import DOWN, UP
from puzzles.picture import REMOVE, Image, Picture, Theme, unit_grid
from puzzles.view import VOID


class Blocks(Picture):
    @cached_property
    def look(self) -> Look:
        return Look({UP: tile("", ORANGE), DOWN: tile("", "#3b444b"), VOID: ""})

    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"lightsout/{char}.svg", 1) for char in UP + DOWN + "t"}
        return (unit_grid(self.rules, images, sounds={"x": REMOVE}, animation="entityFade"),)

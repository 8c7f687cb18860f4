"""The picture of WayOut: every block is also its button."""

from __future__ import annotations

from functools import cached_property

from puzzles.drawing.look import Look
from puzzles.drawing.men import tile
from puzzles.drawing.shapes import ORANGE
from puzzles.one_player.wayout import DOWN, UP
from puzzles.picture import Picture
from puzzles.view import VOID


class Blocks(Picture):
    @cached_property
    def look(self) -> Look:
        return Look({UP: tile("", ORANGE), DOWN: tile("", "#3b444b"), VOID: ""})

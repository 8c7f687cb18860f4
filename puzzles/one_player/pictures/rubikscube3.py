"""Rubik's Cube as a body."""

from __future__ import annotations

from perfect_play.puzzles.drawing.bodies import Body, cube
from perfect_play.puzzles.drawing.svg_shapes import CREAM
from perfect_play.puzzles.one_player.pictures.rubikscube import ADJACENT, COLORS, faces_of
from perfect_play.puzzles.one_player.rubikscube3 import STICKER_CELLS
from perfect_play.puzzles.picture import Picture


class Cube(Picture):
    @property
    def body(self) -> Body:
        return cube(faces_of(STICKER_CELLS), ADJACENT, {**COLORS, "0": CREAM}, double=self.rules.variant.id == "slices")

"""The picture of Rubik's Cube, unfolded: a letter turns a face, a small one counterclockwise."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.bodies import Body, cube
from perfect_play.puzzles.one_player.pictures.rubikscube import ADJACENT, faces_of
from perfect_play.puzzles.one_player.rubikscube3 import STICKER_CELLS
from perfect_play.puzzles.picture import Net, stickers


class Cube(Net):
    images: ClassVar = stickers(
        "whitepiece", "red_circle", "green_circle", "orange_circle", "blue_circle", "yellow_circle"
    )

    @cached_property
    def body(self) -> Body:
        return cube(faces_of(STICKER_CELLS), ADJACENT, self.colors)

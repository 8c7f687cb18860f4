"""The picture of Dino Dodgem; the page has an image of the larger board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.faces import face
from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import GREEN, PURPLE
from perfect_play.puzzles.picture import Image, Pieces


class Dinosaurs(Pieces):
    images: ClassVar = {
        "x": Image("dinododgem/triceratops.svg", 0.9),
        "o": Image("dinododgem/purple.svg", 0.9),
    }
    page_board: ClassVar = (
        36,
        {
            "sounds": {"x": "animals/tiger.mp3"},
            "background": "dinododgem/grid.svg",
            "arrow_width": 0.09,
            "entities_over_arrows": True,
        },
    )

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, {"x": face(GREEN, "horns"), "o": face(PURPLE, "none")}, "#e3ecd2", "#c9dab0")

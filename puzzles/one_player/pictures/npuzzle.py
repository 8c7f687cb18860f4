"""The picture of the sliding number puzzle: images for the tiles up to 8; larger numbers are written on plain tiles."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import boxes
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import tile
from perfect_play.puzzles.drawing.shapes import WOOD
from perfect_play.puzzles.one_player.npuzzle import TILES
from perfect_play.puzzles.picture import Image, Numbered, Theme, same_image, unit_grid

IMAGES = 8


class Tiles(Numbered):
    images: ClassVar = same_image(TILES, "quixo/blank.svg", 0.9)

    @cached_property
    def look(self) -> Look:
        return boxes({char: tile(self.number(char), WOOD) for char in TILES})

    def own_board(self) -> Theme | None:
        if self.rules.cells - 1 > IMAGES:
            return None
        images = {str(number): Image(f"npuzzle/{number}.svg", 1) for number in range(1, IMAGES + 1)}
        return unit_grid(self.rules, images, entities_over_arrows=True)

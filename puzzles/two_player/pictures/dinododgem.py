"""The picture of Dino Dodgem; the page has an image of the larger board."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces, Theme, unit_grid

SIDE = 5  # of the page's board


class Dinosaurs(Pieces):
    images: ClassVar = {
        "x": Image("dinododgem/triceratops.svg", 0.9),
        "o": Image("dinododgem/purple.svg", 0.9),
    }

    def own_board(self) -> Theme | None:
        if self.rules.side != SIDE:
            return None
        return unit_grid(
            self.rules,
            self.images,
            sounds={"x": "animals/tiger.mp3"},
            background="dinododgem/grid.svg",
            arrow_width=0.09,
            entities_over_arrows=True,
        )

"""The picture of Le Grec; the page has an image of the larger board."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces, Theme, unit_grid

SIDE = 4  # of the page's board


class Men(Pieces):
    images: ClassVar = {"X": Image("general/whitepiece.svg", 1), "O": Image("general/blackpiece.svg", 1)}

    def own_board(self) -> Theme | None:
        if self.rules.cols != SIDE:
            return None
        return unit_grid(self.rules, self.images, background="legrec/grid.svg")

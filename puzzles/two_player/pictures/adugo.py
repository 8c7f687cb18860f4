"""The picture of Adugo, on the page's boards."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces, Theme, grid_centers

JAGUAR = Image("general/blackpiece.svg", 0.9)


class Animals(Pieces):
    images: ClassVar = {"B": JAGUAR, "b": JAGUAR, "W": Image("general/whitepiece.svg", 0.9)}

    def own_board(self) -> Theme:
        side: int = self.rules.rows
        return Theme((side, side), grid_centers(side, side), self.images, background=f"adugo/grid{side}x{side}.svg")

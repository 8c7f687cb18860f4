"""The picture of All Queens Chess; the page has a checkered board of 5x5."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces, Theme, unit_grid

SIDE = 5  # of the page's board


class Queens(Pieces):
    images: ClassVar = {"W": Image("chess/wikipedia/Q.svg", 1), "B": Image("chess/wikipedia/qq.svg", 1)}

    def own_board(self) -> Theme | None:
        if self.rules.rows != SIDE:
            return None
        return unit_grid(
            self.rules,
            self.images,
            background="general/checkerboard_gray_5x5.svg",
            entities_over_arrows=True,
            arrow_width=0.06,
        )

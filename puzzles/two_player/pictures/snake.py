"""The picture of Snake, on the page's board; the body is drawn as a row of discs, since its bends are not told."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces, Theme, unit_grid


class Snake(Pieces):
    images: ClassVar = {
        "h": Image("snake/h.svg", 1),
        "t": Image("snake/t.svg", 1),
        "b": Image("general/brownpiece.svg", 0.8),
    }

    def own_board(self) -> Theme:
        board, bite = "snake/grid.svg", {"x": "animals/snake.mp3"}
        return unit_grid(
            self.rules, self.images, sounds=bite, background=board, entities_over_arrows=True, name="slither"
        )

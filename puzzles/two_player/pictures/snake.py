"""The picture of Snake, on the page's board; the body is drawn as a row of discs, since its bends are not told."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Snake(Pieces):
    images: ClassVar = {
        "h": Image("snake/h.svg", 1),
        "t": Image("snake/t.svg", 1),
        "b": Image("general/brownpiece.svg", 0.8),
    }
    page_board: ClassVar = (
        4,
        {
            "sounds": {"x": "animals/snake.mp3"},
            "background": "snake/grid.svg",
            "entities_over_arrows": True,
            "name": "slither",
        },
    )

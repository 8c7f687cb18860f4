"""The picture of Dao; the page has an image of the board with four pieces a side."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {"X": Image("dao/B.svg", 0.9), "O": Image("dao/W.svg", 0.9)}
    letters: ClassVar = str.maketrans("xo", "XO")
    page_board: ClassVar = (
        4,
        {"background": "dao/grid.svg", "arrow_width": 0.1, "entities_over_arrows": True, "name": "basic"},
    )

"""The picture of Le Grec; the page has an image of the larger board."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Men(Pieces):
    images: ClassVar = {"X": Image("general/whitepiece.svg", 1), "O": Image("general/blackpiece.svg", 1)}
    page_board: ClassVar = (4, {"background": "legrec/grid.svg"})

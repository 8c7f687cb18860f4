"""The picture of Nine Men's Morris: black and white men, the points in a row, then the men in hand."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Men(Pieces):
    images: ClassVar = {
        "W": Image("general/whitepiece.svg", 0.8),
        "B": Image("general/blackpiece.svg", 0.8),
        **{digit: Image(f"general/{digit}.svg", 0.6) for digit in "0123456789"},
    }

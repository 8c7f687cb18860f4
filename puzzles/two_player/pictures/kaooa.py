"""The picture of Kaooa: the page's birds, the points in a row, then how many crows have been placed."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Birds(Pieces):
    images: ClassVar = {
        "C": Image("kaooa/crow.svg", 0.8),
        "V": Image("kaooa/vulture.svg", 0.8),
        **{digit: Image(f"general/{digit}.svg", 0.6) for digit in "0123456"},
    }

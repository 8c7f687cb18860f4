"""The picture of Lite 3: numbers for one player and colors for the other, from the oldest stone to the youngest."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {
        **{digit: Image(f"general/{digit}.svg", 0.8) for digit in "123"},
        "a": Image("general/red_circle.svg", 0.8),
        "b": Image("general/orange_circle.svg", 0.8),
        "c": Image("general/yellow_circle.svg", 0.8),
    }

"""The picture of Dobutsu Shogi: the page's animals, then the pieces in hand."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces

ANIMALS = {"l": "lion", "g": "giraffe", "e": "elephant", "c": "chick", "h": "hen"}


class Animals(Pieces):
    images: ClassVar = {
        **{letter: Image(f"dshogi/sky_{animal}.svg", 0.9) for letter, animal in ANIMALS.items()},
        **{letter.upper(): Image(f"dshogi/forest_{animal}.svg", 0.9) for letter, animal in ANIMALS.items()},
        **{digit: Image(f"general/{digit}.svg", 0.6) for digit in "012"},
    }

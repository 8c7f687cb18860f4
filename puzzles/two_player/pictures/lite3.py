"""The picture of Lite 3: numbers for one player and colors for the other, from the oldest stone to the youngest."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.grids import marks
from puzzles.drawing.look import Look
from puzzles.drawing.men import cross, nought
from puzzles.drawing.shapes import INK, label, scaled
from puzzles.drawing.things import aged
from puzzles.picture import Image, Pieces


class Stones(Pieces):
    images: ClassVar = {
        **{digit: Image(f"general/{digit}.svg", 0.8) for digit in "123"},
        "a": Image("general/red_circle.svg", 0.8),
        "b": Image("general/orange_circle.svg", 0.8),
        "c": Image("general/yellow_circle.svg", 0.8),
    }

    @cached_property
    def look(self) -> Look:
        """Xs and Os that fade with age, with their age as a number, as is shown above the grid."""
        faded = {
            mine[age]: aged(mark, age + 1) for mine, mark in (("123", cross()), ("abc", nought())) for age in range(3)
        }
        ages = {char: label(str(ord(char) & 15), 13, 12, INK, 10, 'class="say"') for char in faded}
        stones = {char: mark + ages[char] for char, mark in faded.items()}
        return marks(self.board, stones, signs=[scaled(faded[char], 0.6) for char in "123cba"])

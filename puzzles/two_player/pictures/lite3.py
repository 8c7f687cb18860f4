"""The picture of Lite 3: Xs and Os on the page's grid, which are the smaller the older they are."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import marks
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import cross, nought
from perfect_play.puzzles.drawing.shapes import INK, label, scaled
from perfect_play.puzzles.drawing.things import aged
from perfect_play.puzzles.picture import HITBOX, PLACE, Image, Pieces


class Stones(Pieces):
    images: ClassVar = {
        **{digit: Image("ttt/x.svg", 0.3 * age) for age, digit in enumerate("123", 1)},
        **{letter: Image("ttt/o.svg", 0.3 * age) for age, letter in enumerate("abc", 1)},
        "h": Image(HITBOX, 0.9),
    }
    place = "h"
    page_board: ClassVar = (9, {"sounds": {"x": PLACE}, "background": "ttt/3x3grid.svg", "animation": "entityFade"})

    @cached_property
    def look(self) -> Look:
        """Xs and Os that fade with age, with their age as a number, as is shown above the grid."""
        faded = {
            mine[age]: aged(mark, age + 1) for mine, mark in (("123", cross()), ("abc", nought())) for age in range(3)
        }
        ages = {char: label(str(ord(char) & 15), 13, 12, INK, 10, 'class="say"') for char in faded}
        stones = {char: mark + ages[char] for char, mark in faded.items()}
        return marks(self.board, stones, signs=[scaled(faded[char], 0.6) for char in "123cba"])

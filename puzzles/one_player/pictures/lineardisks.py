"""The picture of Linear Disks: a row of disks, with numbers if they are distinct."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import boxes
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import token
from perfect_play.puzzles.drawing.scenes import RAINBOW
from perfect_play.puzzles.one_player.lineardisks import NAMES
from perfect_play.puzzles.picture import Numbered, same_image


class Disks(Numbered):
    images: ClassVar = same_image(NAMES[1:], "topspin/topspin_piece.svg", 1.1)

    @cached_property
    def look(self) -> Look:
        return boxes({char: token(char, RAINBOW[int(char, 36) % 8]) for char in "123456789ab"})

    def number(self, char: str) -> str:
        return super().number(char) if self.rules.distinct else ""

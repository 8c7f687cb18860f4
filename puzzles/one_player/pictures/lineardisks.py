"""The picture of Linear Disks: a row of disks, with numbers if they are distinct."""

from __future__ import annotations

from typing import ClassVar

from puzzles.one_player.lineardisks import NAMES
from puzzles.picture import Numbered, same_image


class Disks(Numbered):
    images: ClassVar = same_image(NAMES[1:], "topspin/topspin_piece.svg", 1.1)

    def number(self, char: str) -> str:
        return super().number(char) if self.rules.distinct else ""

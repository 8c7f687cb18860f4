"""Linear Disks: the numbers on the disks, if these are distinct."""

from __future__ import annotations

from perfect_play.puzzles.picture import NumberedPicture


class Disks(NumberedPicture):
    def number(self, char: str) -> str:
        return super().number(char) if self.rules.distinct else ""

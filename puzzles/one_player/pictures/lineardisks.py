"""Linear Disks: the numbers on the disks, if these are distinct."""

from __future__ import annotations

from perfect_play.puzzles.picture import Picture


class Disks(Picture):
    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, "" if self.rules.distinct else "alike")

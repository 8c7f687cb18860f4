"""The sliding number puzzle: GamesmanUni has images of tiles up to 8; larger numbers are written on plain tiles."""

from __future__ import annotations

from perfect_play.puzzles.picture import Picture

IMAGES = 8


class Tiles(Picture):
    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, "small" if self.rules.cells - 1 <= IMAGES else "")

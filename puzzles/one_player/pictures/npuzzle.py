"""The sliding number puzzle: GamesmanUni has images of tiles up to 8; larger numbers are written on plain tiles."""

from __future__ import annotations

from perfect_play.puzzles.picture import NumberedPicture

IMAGES = 8


class Tiles(NumberedPicture):
    @property
    def plain(self) -> bool:
        return bool(self.rules.cells - 1 > IMAGES)

    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, "" if self.plain else "small")

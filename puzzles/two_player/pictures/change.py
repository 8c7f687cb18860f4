"""The picture of Change!, on the page's board, which lies on its side."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import Move


class ChangePicture(Picture):
    def button(self, position: Position, move: int) -> Move:
        """An arrow for the last step only, as several moves begin alike."""
        source, target = source_of(move), target_of(move)
        size: int = self.rules.cells
        rays = self.rules.rays
        ray = next(ray for number in range(source, len(rays), size) if target in (ray := rays[number]))
        return Move((source, *ray)[ray.index(target)], target)

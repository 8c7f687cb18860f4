"""The picture of Tiltago: a cross of nine cells."""

from __future__ import annotations

from perfect_play.puzzles.picture import Picture


class Cross(Picture):
    def name(self, position: str, move: tuple[int, int]) -> list[int]:
        """A pair of cells, which today's clients expect as an array."""
        return list(move)

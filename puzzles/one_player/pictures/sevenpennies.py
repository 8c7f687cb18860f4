"""The picture of Seven Pennies: a star of eight points."""

from __future__ import annotations

from perfect_play.puzzles.one_player.sevenpennies import NOBODY, PENNY, Pennies
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY


class Star(Picture):
    def cells(self, position: Pennies) -> str:
        """The penny that must slide is named after the points, at a place where nothing is drawn."""
        points, placed = position
        return f"{points.translate(str.maketrans('01', EMPTY + PENNY))}_{NOBODY if placed is None else placed}"

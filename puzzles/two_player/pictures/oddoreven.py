"""The picture of Odd or Even: the matches that are left in a row, those of each player in two columns, and numbers."""

from __future__ import annotations

from perfect_play.puzzles.picture import Letter, Picture, numbered
from perfect_play.puzzles.two_player.oddoreven import MATCHES, Position

PLACES = 12
"""The most matches that one player can take."""


class Matches(Picture):
    def cells(self, position: Position) -> str:
        """The matches, and the three numbers."""
        _, first, second = position
        counts = (MATCHES - first - second, first, second)
        rows = zip("nxo", counts, (MATCHES, PLACES, PLACES), strict=True)
        return numbered("".join((char * count).ljust(most, "-") for char, count, most in rows), counts)

    def button(self, position: Position, move: int) -> Letter:
        return Letter(str(move), MATCHES - position[1] - position[2] - move)

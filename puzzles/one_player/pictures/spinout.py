"""The picture of Spinout: the track seen from the front, with the rotor always in the same place."""

from __future__ import annotations

from string import ascii_uppercase

from perfect_play.puzzles.one_player.spinout import Row, on_track
from perfect_play.puzzles.picture import Picture


class Track(Picture):
    """A piece has a letter of its own in every place of the row, so that the page recognizes it after a slide."""

    def cells(self, position: Row) -> str:
        letters = [ascii_uppercase[4 * piece + direction] for piece, direction in enumerate(position.directions)]
        return on_track(position, "".join(letters))

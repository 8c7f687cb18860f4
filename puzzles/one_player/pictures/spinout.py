"""The picture of Spinout: the track seen from the front, with the rotor always in the same place."""

from __future__ import annotations

from string import ascii_uppercase

from perfect_play.puzzles.one_player.spinout import CW, ROTOR, TRACK, Row, on_track
from perfect_play.puzzles.picture import Mark, Picture
from perfect_play.puzzles.view import Add, Move

CENTERS = tuple((place / 2 + 0.25, 1) for place in range(TRACK + 1))


class Track(Picture):
    """A piece has a letter of its own in every place of the row, so that the page recognizes it after a slide."""

    def cells(self, position: Row) -> str:
        letters = [ascii_uppercase[4 * piece + direction] for piece, direction in enumerate(position.directions)]
        return on_track(position, "".join(letters))

    def button(self, position: Row, move: tuple[int, int]) -> Mark:
        turn, step = move
        if turn:
            return Add("c", len(CENTERS)) if move == CW else Add("w", len(CENTERS) + 1)
        return Move(ROTOR + step, ROTOR)

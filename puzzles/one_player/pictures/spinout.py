"""The picture of Spinout: the track seen from the front, with the rotor always in the same place."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from puzzles.one_player.spinout import CW, FLAT, PIECES, ROTOR, TRACK, Row, on_track
from puzzles.picture import Drawn, Image, Picture, Theme
from puzzles.view import Add, Move

WAYS = ("Left", "Up", "Right", "Down")  # in the order of the directions
CENTERS = tuple((place / 2 + 0.25, 1) for place in range(TRACK + 1))
TURNS = ((3.85, 0.6), (3.85, 1.3))  # where to click for a turn: clockwise, counterclockwise


class Track(Picture):
    """A piece has a letter of its own in every place of the row, so that the page recognizes it after a slide."""

    def themes(self) -> Sequence[Theme]:
        images = {
            ascii_uppercase[4 * piece + direction]: Image(
                f"spinout/Spinout Tile {'Flat ' if piece == FLAT else ''}{way}.svg", 0.625
            )
            for piece in range(PIECES)
            for direction, way in enumerate(WAYS)
        }
        images |= {"c": Image("spinout/clockwise.svg", 1), "w": Image("spinout/counterclockwise.svg", 1)}
        return (
            Theme(
                (6, 2),
                CENTERS + TURNS,
                images,
                {"r": "spinout/Spinout Rotate.mp3", "s": "spinout/Spinout Slide.mp3"},
                background="spinout/Spinout_Track.svg",
                entities_over_arrows=False,
                arrow_width=0.03,
                line_width=0.2,
                name="red",
            ),
        )

    def cells(self, position: Row) -> str:
        letters = [ascii_uppercase[4 * piece + direction] for piece, direction in enumerate(position.directions)]
        return on_track(position, "".join(letters))

    def button(self, position: Row, move: tuple[int, int]) -> Drawn:
        turn, step = move
        if turn:
            return Add("c", len(CENTERS)) if move == CW else Add("w", len(CENTERS) + 1)
        return Move(ROTOR + step, ROTOR)

    def sound(self, position: Row, move: tuple[int, int]) -> str:
        return "r" if move[0] else "s"

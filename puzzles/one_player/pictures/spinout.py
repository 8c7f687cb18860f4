"""The picture of Spinout: the track seen from the front, with the rotor always in the same place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from string import ascii_uppercase
from typing import Any

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import (
    ORANGE,
    RED,
    UNIT,
    YELLOW,
    Point,
    at,
    circle,
    filled,
    moved,
    path,
    rect,
    stroke,
)
from perfect_play.puzzles.one_player.spinout import CW, FLAT, FLAT_LETTERS, LETTERS, PIECES, ROTOR, TRACK, Row, on_track
from perfect_play.puzzles.picture import Image, Mark, Picture, Theme
from perfect_play.puzzles.view import EMPTY, VOID, Add, Move

DIRECTIONS = ("Left", "Up", "Right", "Down")  # in the order of the directions
CENTERS = tuple((place / 2 + 0.25, 1) for place in range(TRACK + 1))
TURNS = ((3.85, 0.6), (3.85, 1.3))  # where to click for a turn: clockwise, counterclockwise


KNOB = rect(0, 3, 7, 20, 3.5, filled(YELLOW, "#00000066")) + path("M-7 -4L0 -14L7 -4Z", f'fill="{YELLOW}"')
PIECE = circle(0, 0, 18, filled(RED, "#00000088")) + KNOB
FLAT_PIECE = path("M-17 -8A18 18 0 0 1 17 -8V17H-17Z", filled(ORANGE, "#00000088")) + KNOB
"""A spinner with its pointer; the flat one has straight sides."""


class Track(Picture):
    """A piece has a letter of its own in every place of the row, so that the page recognizes it after a slide."""

    @cached_property
    def look(self) -> Look:
        """The row of pieces on its track, and the rotor, with places to click around it for turns."""
        high = 3 * UNIT
        wheel = Point((ROTOR + 0.5) * UNIT, high / 2)
        track = rect(TRACK * UNIT / 2, high / 2, TRACK * UNIT, UNIT + 4, 6, filled("#3b444b", "#20262b", 2))
        rotor = circle(wheel.x, wheel.y, 29, filled("#59636b", "#20262b", 2))
        arcs = f"M{at((wheel.x - 15, 14))}q15 -12 30 0m-9 -3l9 3l1 -9"
        arcs += f"M{at((wheel.x - 15, high - 14))}q15 12 30 0m-9 3l9 -3l1 9"
        case = rect(TRACK * UNIT / 2, high / 2, TRACK * UNIT + 8, UNIT + 22, 14, filled("#2d66ad", "#16365e", 2))
        under = case + track + rotor + stroke(arcs, "#8a939a", 2.5)
        pieces = {
            letters[direction]: moved(PIECE if letters == LETTERS else FLAT_PIECE, 0, 0, 90 * (direction - 1))
            for letters in (LETTERS, FLAT_LETTERS)
            for direction in range(4)
        }
        return Look({EMPTY: "", VOID: "", **pieces}, under=under)

    def themes(self) -> Sequence[Theme]:
        images = {
            ascii_uppercase[4 * piece + direction]: Image(
                f"spinout/Spinout Tile {'Flat ' if piece == FLAT else ''}{name}.svg", 0.625
            )
            for piece in range(PIECES)
            for direction, name in enumerate(DIRECTIONS)
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

    def button(self, position: Row, move: tuple[int, int]) -> Mark:
        turn, step = move
        if turn:
            return Add("c", len(CENTERS)) if move == CW else Add("w", len(CENTERS) + 1)
        return Move(ROTOR + step, ROTOR)

    def sound(self, position: Row, move: tuple[int, int]) -> str:
        return "r" if move[0] else "s"

    def description(self, position: Any, move: Any) -> str:
        """The direction in which the piece in the rotor turns, or how far the row slides."""
        turn, step = move
        if turn:
            return "turn clockwise" if move == CW else "turn counterclockwise"
        return f"slide {'right' if step > 0 else 'left'} by {abs(step)}"

"""The pictures of Top Spin: a click on a disk rotates it into the first place of the knob.

The page has images of two boards. Any other is a circle of disks, with blue ones under those in the knob, a place to
click outside each disk but the first, and one in the middle that flips the knob.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import cos, pi, sin
from typing import NamedTuple

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import track
from perfect_play.puzzles.one_player.topspin import FLIP, NUMBER
from perfect_play.puzzles.picture import BLUE, NOWHERE, Image, Picture, Point, Theme, same_image
from perfect_play.puzzles.view import EMPTY, Add

ARROW = "a"  # the first character of every position, a button that flips the knob
DISKS = {str(number): str(number) for number in range(1, 10)} | {"b": "0", "c": "11", "d": "12"}
"""The images of the disks, by their characters here; in the rules, 10 to 12 are a to c."""
CHARS = str.maketrans("abc", "bcd")
KNOB = "k"
RING, BUTTONS = 3.2, 4.3  # distances from the middle


class Board(NamedTuple):
    """background: its image; scale: of the arrow; centers: of the arrow, then of the places."""

    background: str
    scale: float
    centers: tuple[Point, ...]


# fmt: off
BOARDS = {
    "10_2": Board("topspin/revised_top_spin_board.svg", 1.5, (
        (5.1, 1.8),
        (4.15, 3.65), (5.8, 3.65), (7.75, 3.65), (8.55, 5.15), (7.75, 6.65),
        (5.8, 6.65), (4.15, 6.65), (2.35, 6.65), (1.8, 5.15), (2.35, 3.65),
    )),
    "12_3": Board("topspin/12_3_topspin_board.svg", 1.8, (
        (4.8, 1.7),
        (3.8, 3.65), (5.2115, 3.65), (6.6, 3.65), (8.1, 3.65), (8.7, 5.15), (8.2, 6.65),
        (6.7, 6.65), (5.2, 6.65), (3.7, 6.65), (2.2, 6.65), (1.8, 5.15), (2.35, 3.65),
    )),
}
# fmt: on


class Ring(Picture):
    @cached_property
    def look(self) -> Look:
        return track(self.board, self.rules.disks, self.rules.knob)

    def themes(self) -> Sequence[Theme]:
        board = BOARDS.get(self.rules.variant.id)
        if board is None:
            return (self._circle(),)
        disks = {char: Image(f"topspin/{number}_custom.svg", 3.5) for char, number in DISKS.items()}
        return (
            Theme(
                (10, 8),
                board.centers,
                {ARROW: Image("topspin/arrow_transparent.svg", board.scale), **disks},
                background=board.background,
                circle_radius=1,
            ),
        )

    def _circle(self) -> Theme:
        """The centers are the knob, the disks, their numbers, the places to click, and the middle."""
        ring = self._around(RING)
        return Theme(
            (10, 10),
            (*ring[: self.rules.knob], *ring, *ring, *self._around(BUTTONS), (5, 5)),
            {KNOB: Image(BLUE, 1.6), **same_image("".join(NUMBER), "topspin/topspin_piece.svg", 1.6)},
            circle_radius=0.3,
            font_size=0.6,
        )

    def _around(self, radius: float) -> tuple[Point, ...]:
        """Places clockwise, with the knob centered at the top."""
        disks, first = self.rules.disks, (self.rules.knob - 1) / 2
        angles = [2 * pi * (place - first) / disks for place in range(disks)]
        return tuple((round(5 + radius * sin(angle), 3), round(5 - radius * cos(angle), 3)) for angle in angles)

    def cells(self, position: Position) -> str:
        disks = str(position)
        if self.rules.variant.id in BOARDS:
            return ARROW + disks.translate(CHARS)
        return "~".join([KNOB * self.rules.knob + disks + NOWHERE * len(disks), *map(NUMBER.__getitem__, disks)])

    def button(self, position: Position, move: Move) -> Add:
        disks = self.rules.disks
        if self.rules.variant.id not in BOARDS:
            buttons = self.rules.knob + 2 * disks
            return Add(EMPTY, buttons + disks - (0 if move == FLIP else move))
        cells = self.cells(position)
        return Add(ARROW, 0) if move == FLIP else Add(cells[-move], len(cells) - move)

    def sound(self, position: Position, move: Move) -> str:
        return "-" if move == FLIP else "x"

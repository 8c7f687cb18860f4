"""The pictures of Top Spin: a click on a disk rotates it into the first place of the knob.

The page has images of two boards. Any other is a circle of disks, with blue ones under those in the knob, a place to
click outside each disk but the first, and one in the middle that flips the knob.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import cos, pi, sin
from typing import Any

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import track
from perfect_play.puzzles.one_player.topspin import FLIP, NUMBER
from perfect_play.puzzles.picture import Picture, Point, numbered
from perfect_play.puzzles.view import EMPTY, Add

ARROW = "a"  # the first character of every position, a button that flips the knob
CHARS = str.maketrans("abc", "bcd")
KNOB = "k"
BOARDS = ("10_2", "12_3")  # of which the page has images
RING, BUTTONS = 3.2, 4.3  # distances from the middle


class Ring(Picture):
    @cached_property
    def look(self) -> Look:
        return track(self.board, self.rules.disks, self.rules.knob)

    @cached_property
    def client(self) -> Mapping[str, Any]:
        """Without an image of the board: the knob, the disks, their numbers, the places to click, and the middle."""
        if self.rules.variant.id in BOARDS:
            return super().client
        ring = self._around(RING)
        centers = [*ring[: self.rules.knob], *ring, *ring, *self._around(BUTTONS), (5, 5)]
        return {**super().client, "centers": centers}

    def _around(self, radius: float) -> tuple[Point, ...]:
        """Places clockwise, with the knob centered at the top."""
        disks, first = self.rules.disks, (self.rules.knob - 1) / 2
        angles = [2 * pi * (place - first) / disks for place in range(disks)]
        return tuple((round(5 + radius * sin(angle), 3), round(5 - radius * cos(angle), 3)) for angle in angles)

    def cells(self, position: Position) -> str:
        disks = str(position)
        if self.rules.variant.id in BOARDS:
            return ARROW + disks.translate(CHARS)
        return numbered(KNOB * self.rules.knob + disks, map(NUMBER.__getitem__, disks))

    def button(self, position: Position, move: Move) -> Add:
        disks = self.rules.disks
        if self.rules.variant.id not in BOARDS:
            buttons = self.rules.knob + 2 * disks
            return Add(EMPTY, buttons + disks - (0 if move == FLIP else move))
        cells = self.cells(position)
        return Add(ARROW, 0) if move == FLIP else Add(cells[-move], len(cells) - move)

    def sound(self, position: Position, move: Move) -> str:
        return "-" if move == FLIP else "x"

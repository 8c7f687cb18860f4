"""The picture of SnakeBird: ground and spikes, fruit, the exit, and birds of round parts."""

from __future__ import annotations

from functools import cached_property

from puzzles.drawing.look import Look
from puzzles.drawing.men import token
from puzzles.drawing.shapes import BLUE, GRAY, GREEN, ORANGE, RED, UNIT, WOOD, circle, filled, path, rect
from puzzles.one_player.snakebird import BODIES, EXIT, FRUIT, GROUND, HEADS, SPIKES
from puzzles.picture import Picture
from puzzles.view import EMPTY

COLORS = (GREEN, BLUE)


class Birds(Picture):
    @cached_property
    def look(self) -> Look:
        pieces = {
            EMPTY: "",
            GROUND: rect(0, 0, UNIT, UNIT, 0, filled(WOOD)),
            SPIKES: path("M-18 18L-12 -14L-6 18L0 -14L6 18L12 -14L18 18Z", filled(GRAY)),
            FRUIT: circle(0, 0, 9, filled(RED)),
            EXIT: circle(0, 0, 14, f'fill="none" stroke="{ORANGE}" stroke-width="5"'),
        }
        for head, letters, color in zip(HEADS, BODIES, COLORS, strict=True):
            pieces |= {head: token(head, color)} | dict.fromkeys(letters, circle(0, 0, 13, filled(color)))
        return Look(pieces)

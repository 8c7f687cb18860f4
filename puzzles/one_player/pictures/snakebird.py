"""The picture of SnakeBird: ground and spikes, fruit, the exit, and birds of round parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.drawing.faces import bird
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import (
    BLUE,
    GRAY,
    GREEN,
    ORANGE,
    RED,
    UNIT,
    WOOD,
    YELLOW,
    circle,
    filled,
    path,
    rect,
)
from perfect_play.puzzles.one_player.snakebird import BODIES, EXIT, FRUIT, GROUND, HEADS, SPIKES
from perfect_play.puzzles.picture import BLUE as BLUE_DISC
from perfect_play.puzzles.picture import BROWN_PIECE, Image, Picture, Theme, same_image, unit_grid
from perfect_play.puzzles.picture import GRAY as GRAY_SQUARE
from perfect_play.puzzles.picture import RED as RED_DISC
from perfect_play.puzzles.view import EMPTY

COLORS = (GREEN, BLUE)


class Birds(Picture):
    @cached_property
    def look(self) -> Look:
        pieces = {
            EMPTY: "",
            GROUND: rect(0, 0, UNIT, UNIT, 0, filled(WOOD)),
            SPIKES: path("M-18 18L-12 -14L-6 18L0 -14L6 18L12 -14L18 18Z", filled(GRAY)),
            FRUIT: circle(0, 2, 9, filled(RED)) + path("M0 -6Q2 -14 10 -13Q9 -6 0 -6Z", filled(GREEN)),
            EXIT: circle(0, 0, 15, filled("#5a3a86", ORANGE, 4)) + circle(0, 0, 7, 'fill="#8d6bc0"'),
        }
        for head, letters, color in zip(HEADS, BODIES, COLORS, strict=True):
            pieces |= {head: bird(color, YELLOW)} | dict.fromkeys(letters, circle(0, 0, 13, filled(color)))
        wide, high = self.board.cols * UNIT, self.board.rows * UNIT
        sky = rect(wide / 2, high / 2, wide, high, 8, 'fill="#bfe3f2"')
        clouds = ((0.2, 0.15), (0.3, 0.12), (0.75, 0.3), (0.85, 0.33))
        sky += "".join(circle(wide * x, high * y, 14, 'fill="#ffffff" fill-opacity="0.7"') for x, y in clouds)
        return Look(pieces, under=sky)

    def description(self, position: Any, move: Any) -> str:
        """The bird by its color, and the way: `green left`."""
        bird, direction = str(self.rules.format_move(position, move)).split()
        return f"{('green', 'blue')[HEADS.index(bird)]} {direction}"

    def themes(self) -> Sequence[Theme]:
        """With images of other games of the page."""
        images = {
            GROUND: Image(GRAY_SQUARE, 1),
            SPIKES: Image("snakestale/obs.svg", 1),
            FRUIT: Image(RED_DISC, 0.5),
            EXIT: Image("snakestale/Hole.svg", 1),
            HEADS[0]: Image("dao/W.svg", 0.8),
            HEADS[1]: Image("dao/B.svg", 0.8),
            **same_image(BODIES[0], BROWN_PIECE, 0.8),
            **same_image(BODIES[1], BLUE_DISC, 0.8),
        }
        return (unit_grid(self.rules, images, arrow_width=0.1),)

"""The picture of Square Dance: two buttons on each cell, one for each side of a tile; its own board for 4x4."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.grids import with_second_places
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import (
    BARK,
    BLUE,
    RED,
    WHITE,
    YELLOW,
    circle,
    filled,
    moved,
    path,
    rect,
    scaled,
    stroke,
)
from perfect_play.puzzles.picture import PLACE, Image, Picture, Theme, ground
from perfect_play.puzzles.view import EMPTY, Add

SIDE = 4  # of the page's board
PITCH = 9.9375
TILES = {"U": "U", "D": "D", "u": "uu", "d": "dd"}


def sided_tile(color: str, up: bool, dancer: str) -> str:
    """A tile with two sides, a sun on one and rings on the other, and a dancer before them."""
    rays = "M0 -20V-14M0 14V20M-20 0H-14M14 0H20M-14 -14L-10 -10M10 10L14 14M-14 14L-10 10M10 -10L14 -14"
    sun = circle(0, 0, 9, f'fill="{YELLOW}"') + stroke(rays, YELLOW, 3)
    rings = "".join(circle(0, 0, radius, f'fill="none" stroke="{WHITE}" stroke-width="3"') for radius in (7, 15))
    return rect(0, 0, 56, 56, 7, filled(color, "#00000088")) + moved(sun if up else rings, 7, -5) + dancer


HEAD = circle(0, -9, 4.5, f'fill="{WHITE}"')
LIMBS = stroke("M0 -4V5L-5 16M0 5L5 16M-10 -8L0 -1L11 3", WHITE, 3)
HAT = path("M-8 -11H8M-4 -11V-17H4V-11Z", f'fill="{WHITE}" stroke="{WHITE}" stroke-width="2"')
SKIRT = path("M0 -5L-11 10Q0 14 11 10Z", f'fill="{WHITE}"')
DANCERS = tuple(moved(HEAD + LIMBS + own, -14, 10) for own in (HAT, SKIRT))
SIDES = {
    "U": sided_tile(BLUE, True, DANCERS[0]),
    "D": sided_tile(BLUE, False, DANCERS[0]),
    "u": sided_tile(RED, True, DANCERS[1]),
    "d": sided_tile(RED, False, DANCERS[1]),
}
"""The tiles of players 1 and 2, with either side up."""
SOLE = '<ellipse cy="-4" rx="4.5" ry="7"/><circle cy="9" r="3.5"/>'
STEPS = scaled(f'<g fill="{BARK}" fill-opacity="0.3">{moved(SOLE, -8, 2, -15)}{moved(SOLE, 8, -4, 15)}</g>', 1.4)


class Tiles(Picture):
    @cached_property
    def look(self) -> Look:
        """Two-sided tiles on cells, each of which has a place for either side; steps of a dance where none lies."""
        return with_second_places(self.rules.rows, self.rules.cols, {EMPTY: STEPS, **SIDES})

    def description(self, position: Any, move: Any) -> str:
        """The cell, and what the tile's upper side shows: `d4 sun`."""
        name: str = self.rules.format_move(position, move)
        return f"{name[:-1]} {'sun' if name[-1] == 'U' else 'rings'}"

    def themes(self) -> Sequence[Theme]:
        """The cells, then to the left and to the right of each center a button."""
        rows, cols = self.rules.rows, self.rules.cols
        places = [(5.09375 + PITCH * col, 5.09375 + PITCH * row) for row in range(rows) for col in range(cols)]
        centers = tuple((x + aside, y) for aside in (0, -2, 2) for x, y in places)
        images = {tile: Image(f"squaredance/{name}.svg", PITCH) for tile, name in TILES.items()}
        images |= {button: Image(f"squaredance/{button}.svg", 4) for button in "qrst"}
        regular = rows == cols == SIDE
        return (
            Theme(
                (40, 40),
                centers,
                images,
                {"x": PLACE},
                **ground("squaredance/background.svg" if regular else "", places, 0.96 * PITCH),
                foreground="squaredance/foreground.svg" if regular else "",
                animation="entityFade",
            ),
        )

    def cells(self, position: Position) -> str:
        return position[1] + 2 * EMPTY * len(position[1])

    def button(self, position: Position, move: int) -> Add:
        cell, side = move // 2, move % 2
        return Add("qsrt"[2 * position[0] - 2 + side], len(position[1]) * (1 + side) + cell)

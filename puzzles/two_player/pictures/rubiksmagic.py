"""The picture of Rubik's Magic: two buttons on each cell, one for each side of a tile; a slide is touched first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.grids import with_second_places
from perfect_play.puzzles.drawing.look import First, Look
from perfect_play.puzzles.drawing.shapes import BLACK, BLUE, GREEN, ORANGE, RED, YELLOW, circle, filled, rect, stroke
from perfect_play.puzzles.picture import (
    PLACE,
    REMOVE,
    Image,
    Picture,
    Theme,
    Touch,
    Touches,
    changed,
    grid_centers,
    ground,
)
from perfect_play.puzzles.view import EMPTY, Add
from perfect_play.puzzles.view import Move as Arrow

SIDE = 4  # of the page's board
OVER = str.maketrans("UDud", "DUdu")
TILES = {"U": "U", "D": "D", "u": "uu", "d": "dd"}


def panel(color: str, rings: bool) -> str:
    """A black panel in a frame of this color: on one side two rings in the colors of the rainbow, else a cross."""
    picture = rect(0, 0, 56, 56, 7, filled(color, "#00000088")) + rect(0, 0, 45, 45, 4, filled(BLACK, "none"))
    if not rings:
        return picture + stroke("M-14 -14L14 14", ORANGE, 7) + stroke("M14 -14L-14 14", YELLOW, 7)
    return picture + colorful_rings()


def colorful_rings() -> str:
    """Two rings in the colors of the rainbow."""
    picture = ""
    for radius, hue in ((7, RED), (9.5, ORANGE), (12, YELLOW), (14.5, GREEN)):
        picture += "".join(circle(x, 0, radius, f'fill="none" stroke="{hue}" stroke-width="2"') for x in (-6, 6))
    return picture


PANELS = {
    "U": panel(BLUE, True),
    "D": panel(BLUE, False),
    "u": panel(RED, True),
    "d": panel(RED, False),
}
"""The tiles of players 1 and 2, with either side up."""
RINGS = f'<g opacity="0.3">{colorful_rings()}</g>'
"""Where there is no tile."""


class Tiles(Picture):
    @cached_property
    def look(self) -> Look:
        """Two-sided panels on cells; beside each, a place for the other side up. A slide is chosen first."""
        rows, cols, width = self.rules.rows, self.rules.cols, self.board.cols
        look = with_second_places(rows, cols, {EMPTY: RINGS, **PANELS}, "#4a545d")
        places, aside = look.centers[: rows * cols], look.centers[rows * cols :]
        centers, first = [places[0]] * (rows * width), {}
        for cell in range(rows * cols):
            row, col = divmod(cell, cols)
            centers[row * width + col], centers[row * width + cols + col] = places[cell], aside[cell]
        for place, (source, target) in enumerate(self.rules.slides):
            slide = Arrow(self.rules.layout.places[source], self.rules.layout.places[target])
            for side in (0, 1):
                col, row = divmod(2 * place + side, rows)
                first[row * width + 2 * cols + col] = First(slide, side * cols, ("Uu", "Dd")[side])
        return replace(look, centers=tuple(centers), first=first)

    def description(self, position: Any, move: Any) -> str:
        """The slide, if any, then the new tile's cell, and what its upper side shows: `b3-b4, c1 rings`."""
        name: str = self.rules.format_move(position, move).replace(" ", ", ")
        return f"{name[:-1]} {'rings' if name[-1] == 'U' else 'cross'}"

    def themes(self) -> Sequence[Theme]:
        """The cells, then to the left and to the right of each center a button."""
        rows, cols = self.rules.rows, self.rules.cols
        centers = tuple((x + aside, y) for aside in (0, -0.2, 0.2) for x, y in grid_centers(rows, cols))
        images = {tile: Image(f"rubiksmagic/{name}.svg", 1) for tile, name in TILES.items()}
        images |= {button: Image(f"rubiksmagic/{button}.svg", 0.4) for button in "pqrs"}
        return (
            Theme(
                (cols, rows),
                centers,
                images,
                {"x": REMOVE, "y": PLACE},
                **ground("rubiksmagic/background.svg" if rows == cols == SIDE else "", grid_centers(rows, cols), 0.96),
                animation="entityFade",
                entities_over_arrows=True,
                arrow_width=0.1,
            ),
        )

    def cells(self, position: Position) -> str:
        return position[1]

    def button(self, position: Position, move: int) -> Add | None:
        tile, source, _ = parts_of(move)
        return None if source >= 0 else self._place(position, tile)

    def _place(self, position: Position, tile: int) -> Add:
        cell, side = divmod(tile, 2)
        return Add("rspq"[2 * position[0] - 2 + side], len(position[1]) * (1 + side) + cell)

    def touches(self, position: Position, move: int) -> Touches | None:
        """An enemy tile slides and turns over, and the player's own is placed."""
        tile, source, target = parts_of(move)
        if source < 0:
            return None
        first, second = self.name(position, move).split(" ")
        slide = Touch(Arrow(source, target), "y", first)
        between = changed(position[1], {source: EMPTY, target: position[1][source].translate(OVER)})
        return Touches(slide, between, (Touch(self._place(position, tile), "x", second),))

"""The picture of Hop N' Drop: platforms with their numbers of layers, the goal, and the player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.faces import frog
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import DARK_WOOD, GREEN, RED, UNIT, WOOD, filled, label, path, rect, stroke
from perfect_play.puzzles.one_player.hopndrop import LAYERS, PLAYER, SIDE
from perfect_play.puzzles.picture import NOWHERE, REMOVE, Image, Picture, Theme, grid_centers
from perfect_play.puzzles.view import EMPTY

IMAGES = {"t": "tile", "G": "goal", "p": "player", "P": "player_on_goal"}


HOPPER = f'<g transform="scale(0.75)">{frog(GREEN)}</g>'
GOAL = rect(0, 0, 36, 36, 6, filled(WOOD, DARK_WOOD)) + stroke("M-8 14V-14", "#5c3a17", 3)
GOAL += path("M-8 -14H12L6 -8L12 -2H-8Z", f'fill="{RED}"')


def platform(layers: int) -> str:
    """The layers, one on top of another, with their number."""
    visible = range(min(layers, 4) - 1, -1, -1)
    picture = "".join(rect(2 * i, 2 * i, 32, 32, 6, filled(WOOD, DARK_WOOD, 1.4)) for i in visible)
    return picture + label(str(layers), -10, -9, "#5c3a17", 12)


class Platforms(Picture):
    """The centers are the cells, followed by the corners in which the numbers of layers are written."""

    @cached_property
    def look(self) -> Look:
        """Platforms with their layers, the goal, and a frog that hops on them."""
        sea = 'fill="#6fa8c9" fill-opacity="0.35"'
        pieces = {EMPTY: rect(0, 0, UNIT - 1, UNIT - 1, 3, sea), "G": GOAL}
        for cell, layers in LAYERS.items():
            picture = platform(layers) if layers else pieces[EMPTY]
            pieces[cell] = picture + (HOPPER if cell in PLAYER else "")
        pieces |= {"W": GOAL + HOPPER}
        return Look(pieces)

    def themes(self) -> Sequence[Theme]:
        cells = grid_centers(SIDE, SIDE)
        corners = tuple((x + 0.3, y + 0.35) for x, y in cells)
        images = {char: Image(f"sokoban/sokoban_{name}.svg", 0.96) for char, name in IMAGES.items()}
        return (
            Theme(
                (SIDE, SIDE),
                cells + corners,
                images,
                sounds={"x": REMOVE},
                animation="entityFade",
                arrow_width=0.15,
                font_size=0.3,
            ),
        )

    def cells(self, position: str) -> str:
        layers = [LAYERS.get(char, 0) for char in position]
        numbers = "".join(NOWHERE if number else EMPTY for number in layers)
        return "".join(map(_letter, position)) + numbers + "".join(f"~{number}" for number in layers if number)


def _letter(char: str) -> str:
    if char in PLAYER:
        return "P" if char == "W" else "p"
    return "t" if char.isdigit() else char

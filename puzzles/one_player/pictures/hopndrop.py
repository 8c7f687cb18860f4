"""The picture of Hop N' Drop: platforms with their numbers of layers, the goal, and the player."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.one_player.hopndrop import LAYERS, PLAYER, SIDE
from puzzles.picture import NOWHERE, REMOVE, Image, Picture, Theme, grid_centers
from puzzles.view import EMPTY

IMAGES = {"t": "tile", "G": "goal", "p": "player", "P": "player_on_goal"}


class Platforms(Picture):
    """The centers are the cells, followed by the corners in which the numbers of layers are written."""

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
        layers = [LAYERS.get(here, 0) for here in position]
        numbers = "".join(NOWHERE if number else EMPTY for number in layers)
        return "".join(map(_shown, position)) + numbers + "".join(f"~{number}" for number in layers if number)


def _shown(here: str) -> str:
    if here in PLAYER:
        return "P" if here == "W" else "p"
    return "t" if here.isdigit() else here

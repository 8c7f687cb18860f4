"""The picture of Euclid's Game: numbers that are struck out, on a grid up to 100."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.base import Position
from puzzles.picture import REMOVE, Image, Picture, Theme, grid_centers
from puzzles.two_player.euclidsgame import COLS, TAKEN


class Numbers(Picture):
    quality = "v2"

    def themes(self) -> Sequence[Theme]:
        images = {TAKEN: Image("euclidsgame/cut.svg", 0.9), "h": Image("euclidsgame/h.svg", 1)}
        board, centers = "euclidsgame/grid.svg", grid_centers(COLS, COLS)[: self.rules.most]
        return (Theme((COLS, COLS), centers, images, {"x": REMOVE}, background=board, animation="entityFade"),)

    def cells(self, position: Position) -> str:
        cells: str = position[1]
        return cells[: self.rules.most]

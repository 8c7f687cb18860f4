"""The picture of Tiltago: a cross of nine cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from puzzles.drawing.grids import boxes
from puzzles.drawing.look import Look
from puzzles.drawing.men import token
from puzzles.drawing.scenes import RAINBOW
from puzzles.one_player.tiltago import BALLS
from puzzles.picture import PLACE, Drawn, Image, Picture, Theme
from puzzles.view import Move

CENTERS = ((4, 1), (4, 2.5), (1, 4), (2.5, 4), (4, 4), (5.5, 4), (7, 4), (4, 5.5), (4, 7))


class Cross(Picture):
    @cached_property
    def look(self) -> Look:
        return boxes({str(number): token(str(number), RAINBOW[number % 8]) for number in range(10)})

    def themes(self) -> Sequence[Theme]:
        images = {ball: Image(f"tiltago/{ball}.svg", 1.5) for ball in (*BALLS, "B")}
        return (Theme((8, 8), CENTERS, images, {"x": PLACE}, background="tiltago/board_small.svg", arrow_width=0.3),)

    def cells(self, position: str) -> str:
        return position

    def button(self, position: str, move: tuple[int, int]) -> Drawn:
        return Move(*move)

    def name(self, position: str, move: tuple[int, int]) -> list[int]:
        """A pair of cells, which today's clients expect as an array."""
        return list(move)

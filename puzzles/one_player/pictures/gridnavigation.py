"""The picture of Grid Navigation, with the images of a warehouse: walls, floor, the goal, and the walker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import FLOOR, person, walled
from perfect_play.puzzles.drawing.shapes import INK, RED, filled, path, stroke
from perfect_play.puzzles.picture import SLIDE, Image, Picture, Theme, unit_grid
from perfect_play.puzzles.view import EMPTY, VOID

IMAGES = {"W": "wall", "t": "tile", "G": "goal", "s": "player", "S": "player_on_goal"}
TO_IMAGES = str.maketrans(VOID + EMPTY, "Wt")
FLAG = path("M-9 -15H13L7 -8L13 -1H-9Z", filled(RED, "#00000088")) + stroke("M-9 -16V16M-13 16H-5", INK, 2.5)


class Walk(Picture):
    @cached_property
    def look(self) -> Look:
        """A walker among walls, and a flag at the goal."""
        return walled(self.board, {"s": FLOOR + person(), "g": FLOOR + FLAG, "S": FLOOR + FLAG + person()})

    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"sokoban/sokoban_{name}.svg", 1) for char, name in IMAGES.items()}
        return (unit_grid(self.rules, images, sounds={"x": SLIDE}, animation="entityFade", arrow_width=0.15),)

    def cells(self, position: Position) -> str:
        cells = list(self.rules.board(position).cells.translate(TO_IMAGES))
        (goal,) = self.rules.solutions()
        if position != goal:
            cells[goal] = "G"
        return "".join(cells)

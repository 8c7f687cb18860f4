"""The picture of Beeline: bees on the page's rhombus, with arrows to the first cell of a flight."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.drawing.faces import bee
from perfect_play.puzzles.drawing.figures import hexagons
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import YELLOW
from perfect_play.puzzles.picture import HOLE, Image, Pieces, Theme, ground
from perfect_play.puzzles.view import Move


def _places(side: int) -> list[tuple[float, float]]:
    return [(34.5 * (row + col), 20 * (row - col)) for row in range(side) for col in range(side)]


BEES = {"W": bee("#f2efe6"), "B": bee(YELLOW)}


class Bees(Pieces):
    step = "b"
    images: ClassVar = {"W": Image("beeline/W.svg", 34.5), "B": Image("beeline/B.svg", 34.5)}

    @cached_property
    def look(self) -> Look:
        return hexagons(_places(self.rules.rows), BEES, 23, flat=True)

    def own_board(self) -> Theme:
        side: int = self.rules.rows
        centers = tuple((30 * (1 + row + col), 71.9 + 17.3 * (row - col)) for row in range(side) for col in range(side))
        return Theme(
            (240, 144),
            centers,
            self.images,
            {"b": "animals/bee.mp3"},
            **ground("beeline/board.svg" if side == 4 else "", centers, 8, HOLE),
            entities_over_arrows=True,
            arrow_width=2,
            name="basic",
        )

    def button(self, position: Position, move: int) -> Move:
        source, target = source_of(move), target_of(move)
        rays = self.rules.rays[6 * source : 6 * source + 6]
        return Move(source, next(ray[1] for ray in rays if target in ray))

"""The picture of Seven Pennies: a star of eight points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.grids import points
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.men import coin
from perfect_play.puzzles.drawing.shapes import YELLOW
from perfect_play.puzzles.one_player.sevenpennies import GRID, NOBODY, PENNY, Pennies
from perfect_play.puzzles.picture import PLACE, SLIDE, Image, Mark, Picture, Theme
from perfect_play.puzzles.view import EMPTY, Add, Move

CENTERS = (
    (739.289, 76.657),
    (877.283, 215.999),
    (876.166, 727.324),
    (739.289, 882.208),
    (228.001, 881.834),
    (86.283, 727.324),
    (85.148, 215.999),
    (228.001, 77.012),
)


class Star(Picture):
    @cached_property
    def look(self) -> Look:
        """Eight points, each joined to those three steps away, to which pennies slide."""
        places = dict(zip(GRID, CENTERS, strict=True))
        lines = [(GRID[point], GRID[(point + 3) % 8]) for point in range(8)]
        centers = [places.get(cell, CENTERS[0]) for cell in range(len(self.board.cells))]
        star = points(centers, lines, {"p": coin(), "P": coin(YELLOW)}, 0.24)
        return named(star, self.board, {cell: str(number) for number, cell in enumerate(GRID)})

    def themes(self) -> Sequence[Theme]:
        return (
            Theme(
                (960, 960),
                CENTERS,
                {PENNY: Image("sevenpennies/penny.svg", 150)},
                {"x": SLIDE, "y": PLACE},
                background="sevenpennies/7pennies.svg",
                entities_over_arrows=True,
                arrow_width=30,
                name="basic",
            ),
        )

    def cells(self, position: Pennies) -> str:
        """The penny that must slide is named after the points, at a place where nothing is drawn."""
        points, placed = position
        return f"{points.translate(str.maketrans('01', EMPTY + PENNY))}_{NOBODY if placed is None else placed}"

    def button(self, position: Pennies, move: int) -> Mark:
        _, placed = position
        return Add(EMPTY, move) if placed is None else Move(placed, move)

    def sound(self, position: Pennies, move: int) -> str:
        _, placed = position
        return "y" if placed is None else "x"

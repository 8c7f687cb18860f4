"""The picture of Change!, on the page's board, which lies on its side."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.drawing.grids import points
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.picture import HOLE, Image, Pieces, Theme, ground
from perfect_play.puzzles.view import Move


class Stones(Pieces):
    images: ClassVar = {"o": Image("general/redpiece.svg", 10), "x": Image("general/bluepiece.svg", 10)}

    @cached_property
    def look(self) -> Look:
        """The points, and the lines along which pieces go."""
        cells, layout = self.rules.cells, self.rules.layout.places
        places = self.rules.places
        centers = [places[0]] * len(self.board.cells)
        for cell, place in zip(layout, places, strict=True):
            centers[cell] = place
        rays = [(number % cells, *ray) for number, ray in enumerate(self.rules.rays) if ray]
        return named(
            points(centers, [tuple(layout[cell] for cell in ray) for ray in rays], self.men),
            self.board,
            {cell: str(number) for number, cell in enumerate(layout)},
        )

    def own_board(self) -> Theme:
        centers = tuple((70 - 20 * row, 53 + 9 * across) for across, row in self.rules.places)
        return Theme(
            (80, 80),
            centers,
            self.images,
            **ground("change/graph.svg" if self.rules.home == 3 else "", centers, 3, HOLE),
            entities_over_arrows=True,
            arrow_width=1,
            name="basic",
        )

    def cells(self, position: Position) -> str:
        return position[1]

    def button(self, position: Position, move: int) -> Move:
        """An arrow for the last step only, as several moves begin alike."""
        source, target = source_of(move), target_of(move)
        size: int = self.rules.cells
        rays = self.rules.rays
        ray = next(ray for number in range(source, len(rays), size) if target in (ray := rays[number]))
        return Move((source, *ray)[ray.index(target)], target)

"""The picture of Orbito, on the page's board; a slide is touched first."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of, source_of
from perfect_play.puzzles.drawing.look import First, Look, grid
from perfect_play.puzzles.drawing.men import ball
from perfect_play.puzzles.drawing.scenes import turning_rings
from perfect_play.puzzles.drawing.shapes import BLACK, CREAM, UNIT, Point
from perfect_play.puzzles.picture import Image, Mark, Pieces, Theme, Touch, Touches, changed, grid_centers, ground
from perfect_play.puzzles.two_player.orbito import LARGE
from perfect_play.puzzles.view import EMPTY, VOID, Add, Move


class Marbles(Pieces):
    images: ClassVar = {"B": Image("general/blackpiece.svg", 1.5), "W": Image("general/whitepiece.svg", 1.5)}

    @cached_property
    def order(self) -> range:
        return range(self.rules.cells)

    @cached_property
    def look(self) -> Look:
        """Marbles in two grooves with arrows. The first touch chooses the slide of an enemy marble, if any."""
        rings, inner, *_ = self.rules.variant.options
        side, cells = self.rules.rows, self.rules.cells
        first = {
            cells + 8 * source + direction: First(Move(source, target), 0)
            for source, around in enumerate(self.rules.neighbors)
            for direction, target in enumerate(around)
        }
        return Look(
            {EMPTY: "", VOID: "", "B": ball(BLACK), "W": ball(CREAM)},
            centers=grid(side, side) + tuple(place for place in grid(side, side) for _ in range(8)),
            size=Point(side * UNIT, side * UNIT),
            under=turning_rings(side, [True, inner == 1][: len(rings)]),
            first=first,
        )

    def own_board(self) -> Theme:
        rings, inner, *_ = self.rules.variant.options
        board = "orbito_board" if inner == 1 else "orbito_board_reversed"
        side: int = self.rules.rows
        return Theme(
            (2 * side, 2 * side),
            grid_centers(side, side, 2),
            self.images,
            **ground(f"orbito/{board}.svg" if rings == LARGE else "", grid_centers(side, side, 2), 1.9),
            entities_over_arrows=True,
            circle_radius=0.25,
        )

    def button(self, position: Position, move: int) -> Mark | None:
        return None if source_of(move) >= 0 else super().button(position, move)

    def touches(self, position: Position, move: int) -> Touches | None:
        """An enemy marble slides, and the player's own is placed, before the rings turn."""
        placed, source, goal = parts_of(move)
        if source < 0:
            return None
        before = self.cells(position)
        first, second = self.name(position, move).split(" ")
        between = changed(before, {source: EMPTY, goal: before[source]})
        return Touches(Touch(Move(source, goal), "x", first), between, (Touch(Add(EMPTY, placed), "x", second),))

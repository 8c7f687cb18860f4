"""The picture of Orbito, on the page's board; moves with a slide have names."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.boards.game import Position
from puzzles.picture import Drawn, Image, Pieces, Theme, grid_centers
from puzzles.two_player.orbito import LARGE, WIDE


class Marbles(Pieces):
    images: ClassVar = {"B": Image("general/blackpiece.svg", 1.5), "W": Image("general/whitepiece.svg", 1.5)}

    @cached_property
    def order(self) -> range:
        return range(self.rules.cells)

    def own_board(self) -> Theme:
        rings, inner, *_ = self.rules.variant.options
        board = "orbito_board" if inner == 1 else "orbito_board_reversed"
        side: int = self.rules.rows
        return Theme(
            (2 * side, 2 * side),
            grid_centers(side, side, 2),
            self.images,
            background=f"orbito/{board}.svg" if rings == LARGE else "",
            entities_over_arrows=True,
            circle_radius=0.25,
        )

    def button(self, position: Position, move: int) -> Drawn | None:
        return None if move % WIDE else super().button(position, move)

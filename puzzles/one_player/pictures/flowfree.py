"""The picture of Flow Free: circles of five colors on a grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.drawing.blocks import pipes
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.one_player.flowfree import TO_BOARD
from perfect_play.puzzles.picture import PLACE, Image, Picture, Theme, unit_grid

COLORS = ("teal", "orange", "purple", "pink", "brown")


class Dots(Picture):
    @cached_property
    def look(self) -> Look:
        return pipes(self.board)

    def themes(self) -> Sequence[Theme]:
        images = {str(i): Image(f"general/{color}_circle.svg", 0.8) for i, color in enumerate(COLORS, start=1)}
        look = {"background": "flowfree/grid.svg", "sounds": {"x": PLACE}, "animation": "entityFade"}
        return (unit_grid(self.rules, images, arrow_width=0.15, entities_over_arrows=False, **look),)

    def cells(self, position: Position) -> str:
        cells: str = position.cells.translate(TO_BOARD)
        return cells

    def description(self, position: Any, move: Any) -> str:
        """From cell to cell: `b3 → b4`."""
        return " → ".join(self.name_of(cell) for cell in move)

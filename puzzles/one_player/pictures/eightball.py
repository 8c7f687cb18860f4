"""The picture of Diamond 8-Ball: a pool table with the lines for nine cells; otherwise, balls on squares."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import boxes
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import token
from perfect_play.puzzles.drawing.scenes import RAINBOW
from perfect_play.puzzles.one_player.eightball import COLS
from perfect_play.puzzles.picture import Image, Pieces, Theme, unit_grid


class PoolTable(Pieces):
    images: ClassVar = {str(ball): Image(f"eightball/eightball{ball}.svg", 1.1) for ball in range(1, COLS**2)}

    @cached_property
    def look(self) -> Look:
        return boxes({str(ball): token(str(ball), RAINBOW[ball % 8]) for ball in range(1, 9)})

    def own_board(self) -> Theme | None:
        if self.rules.cells != COLS**2:
            return None
        return unit_grid(
            self.rules,
            self.images,
            sounds={"x": "billiards/pool_table_break.mp3"},
            background="eightball/pool_table_with_lines_light.svg",
            ambience="billiards/billiards_ambience.mp3",
            entities_over_arrows=False,
            arrow_width=0.1,
        )

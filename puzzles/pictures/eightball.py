"""Diamond 8-Ball: a pool table with the lines of the frame of nine cells."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.one_player.eightball import COLS
from puzzles.picture import Image, Picture, Scene, grid_centers


class PoolTable(Scene):
    def pictures(self) -> Sequence[Picture]:
        if self.rules.cells != COLS**2:
            return ()
        return (
            Picture(
                (COLS, COLS),
                grid_centers(COLS, COLS),
                {str(ball): Image(f"eightball/eightball{ball}.svg", 1.1) for ball in range(1, self.rules.cells)},
                {"x": "billiards/pool_table_break.mp3"},
                background="eightball/pool_table_with_lines_light.svg",
                ambience="billiards/billiards_ambience.mp3",
                entities_over_arrows=False,
                arrow_width=0.1,
            ),
        )

"""Lunar Lockout: robots on a picture of the grid."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.one_player.lunarlockout import SIDE
from puzzles.picture import Image, Picture, Scene, grid_centers

ROBOTS = 6  # there are images of


class Space(Scene):
    def pictures(self) -> Sequence[Picture]:
        images = {str(robot): Image(f"lunarlockout/robotcat{robot}.svg", 1) for robot in range(ROBOTS)}
        return (
            Picture(
                (SIDE, SIDE),
                grid_centers(SIDE, SIDE),
                images,
                background="lunarlockout/board.svg",
                arrow_width=0.06,
                entities_over_arrows=True,
            ),
        )

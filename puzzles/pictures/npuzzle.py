"""Sliding tiles, with numbers up to 8."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.picture import Image, Picture, Scene, unit_grid

TILES = 8  # there are images of


class Tiles(Scene):
    def pictures(self) -> Sequence[Picture]:
        board = self.rules.board(self.rules.start())
        if board.rows * board.cols - 1 > TILES:
            return ()
        images = {str(number): Image(f"npuzzle/{number}.svg", 1) for number in range(1, TILES + 1)}
        return (unit_grid(self.rules, images, entities_over_arrows=True),)

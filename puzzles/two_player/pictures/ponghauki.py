"""The picture of Pong Hau K'i, on the page's board."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Image, Pieces, Theme


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 15), "o": Image("general/redpiece.svg", 15)}
    order = (0, 2, 4, 6, 8)

    @cached_property
    def look(self) -> Look:
        return self.joined([(0, 6), (2, 8), (6, 8), (0, 4), (2, 4), (4, 6), (4, 8)], 1.4)

    def own_board(self) -> Theme:
        return Theme(
            (100, 100),
            ((10, 10), (90, 10), (50, 50), (10, 90), (90, 90)),
            self.images,
            background="ponghauki/board.svg",
            entities_over_arrows=True,
        )

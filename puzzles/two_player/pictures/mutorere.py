"""The picture of Mū Tōrere, on the page's board: the center, then the ring counterclockwise from a point at the top."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.picture import Image, Pieces, Theme
from perfect_play.puzzles.two_player.mutorere import CENTER, POINTS

OUTER, INNER = 8.95843, 33.0  # distances of a point of the ring from the edges of the picture
RING = ((INNER, OUTER), (OUTER, INNER), (OUTER, 100 - INNER), (INNER, 100 - OUTER))  # on the left


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 10), "o": Image("general/redpiece.svg", 10)}
    order = POINTS

    @cached_property
    def look(self) -> Look:
        _, *ring = POINTS
        return named(
            self.joined([(8, *ring), *((CENTER, cell) for cell in ring)], 1.7),
            self.board,
            {cell: str(number) for number, cell in enumerate(POINTS) if number},
        )

    def own_board(self) -> Theme:
        right = tuple((100 - x, 100 - y) for x, y in RING)
        return Theme(
            (100, 100),
            ((50, 50), *RING, *right),
            self.images,
            background="mutorere/board.svg",
            entities_over_arrows=True,
            name="octagon",
        )

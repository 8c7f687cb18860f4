"""The picture of Notakto, on the page's boards: the first two side by side, the third below."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import marks
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import cross, nought
from perfect_play.puzzles.drawing.shapes import GRAY, scaled, stroke
from perfect_play.puzzles.picture import HITBOX, REMOVE, Image, Pieces, Theme

CORNERS = ((0, 0), (70, 0), (35, 70))
SIZES = {1: (66, 66), 2: (136, 66), 3: (136, 136)}

NO_NOUGHT = nought(GRAY) + stroke("M-15 15L15 -15", GRAY, 3.5)
SIGNS = [scaled(mark, 0.6) for mark in (cross(), cross(), NO_NOUGHT)]


class Marks(Pieces):
    place = "h"
    images: ClassVar = {"X": Image("notakto/x.svg", 22), "h": Image(HITBOX, 20)}

    @cached_property
    def look(self) -> Look:
        """Grids, and above them the signs that both players write X and nobody O."""
        return marks(self.board, {"x": cross(), "X": cross()}, self.rules.boards, SIGNS)

    def own_board(self) -> Theme:
        boards: int = self.rules.boards
        return Theme(
            SIZES[boards],
            tuple(
                (x + 11 + 22 * (cell % 3), y + 11 + 22 * (cell // 3)) for x, y in CORNERS[:boards] for cell in range(9)
            ),
            self.images,
            {"x": REMOVE},
            background=f"notakto/grid{boards}.svg",
            animation="entityFade",
            name="basic",
        )

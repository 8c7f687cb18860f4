"""The picture of Adugo, on the page's boards."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.drawing.faces import HOUND
from perfect_play.puzzles.drawing.faces import JAGUAR as JAGUAR_FACE
from perfect_play.puzzles.drawing.grids import crossings
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import UNSEEN, Image, Mark, Pieces, Theme, grid_centers, same_image
from perfect_play.puzzles.view import EMPTY, Add, Move


class Animals(Pieces):
    images: ClassVar = {
        "B": Image("general/blackpiece.svg", 0.9),
        "W": Image("general/whitepiece.svg", 0.9),
        **same_image("NI", UNSEEN.path, UNSEEN.scale),
    }

    @cached_property
    def look(self) -> Look:
        """A jaguar and its hounds on the lines of alquerque."""
        return crossings(self.board, {**dict.fromkeys("Bb", JAGUAR_FACE), "W": HOUND}, "alternate")

    def own_board(self) -> Theme:
        """The first center is in a corner, for the page's sign that another jump may follow."""
        side: int = self.rules.rows
        centers = ((0, 0), *grid_centers(side, side))
        return Theme((side, side), centers, self.images, background=f"adugo/grid{side}x{side}.svg")

    def cells(self, position: Position) -> str:
        """`N` or, after a jump, `I`, then the points."""
        text: str = self.rules.format(position)
        return text.partition("_")[2]

    def button(self, position: Position, move: int) -> Mark:
        """The jaguar stops where it stands."""
        source, target = source_of(move), target_of(move)
        return Add(EMPTY, target + 1) if source < 0 else Move(source + 1, target + 1)

    def sound(self, position: Position, move: int) -> str:
        return "-"

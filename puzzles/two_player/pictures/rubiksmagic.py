"""The picture of Rubik's Magic: two buttons on each cell, one for each side of a tile; a slide is touched first."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.picture import Arrow, Picture, Touch, Touches, changed
from perfect_play.puzzles.view import EMPTY, Add

OVER = str.maketrans("UDud", "DUdu")


class Tiles(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """An enemy tile may slide first."""
        rows, cols, width, first = self.rules.rows, self.rules.cols, self.board.cols, {}
        for place, (source, target) in enumerate(self.rules.slides):
            slide = Arrow(self.rules.layout.places[source], self.rules.layout.places[target])
            for side in (0, 1):
                col, row = divmod(2 * place + side, rows)
                first[row * width + 2 * cols + col] = First(slide, side * cols, ("Uu", "Dd")[side])
        return first

    def button(self, position: Position, move: int) -> Add:
        """The place of a tile, also as the second touch."""
        cell, side = divmod(parts_of(move)[0], 2)
        return Add("rspq"[2 * position[0] - 2 + side], len(position[1]) * (1 + side) + cell)

    def touches(self, position: Position, move: int) -> Touches | None:
        """An enemy tile slides and turns over, and the player's own is placed."""
        _, source, target = parts_of(move)
        if source < 0:
            return None
        first, second = self.name(position, move).split(" ")
        slide = Touch(Arrow(source, target), "y", first)
        between = changed(position[1], {source: EMPTY, target: position[1][source].translate(OVER)})
        return Touches(slide, between, (Touch(self.button(position, move), "x", second),))

"""The picture of a sum: the boards of its components, each as it looks alone, where these are plain grids."""

from __future__ import annotations

from functools import cached_property

from puzzles.drawing.look import LETTERS, Look
from puzzles.drawing.shapes import UNIT, moved
from puzzles.picture import Picture, picture_of
from puzzles.view import EMPTY, VOID


class Components(Picture):
    @cached_property
    def look(self) -> Look:
        """By kinds of cells, one for each component."""
        pieces, kinds, under, cols = {EMPTY: "", VOID: ""}, "", "", self.board.cols
        for number, part in enumerate(self.rules.parts):
            own = picture_of(part.rules).look
            if own.centers or own.merged or own.kinds:
                return LETTERS
            kind = chr(ord("a") + number)
            pieces |= {f"{kind}{char}": drawn for char, drawn in own.pieces.items()}
            kinds = kinds.ljust(part.row * cols, "z") + kind * (part.first.rows * cols)
            under += moved(own.under, 0, part.row * UNIT)
        return Look(pieces, kinds=kinds, under=under)

"""The picture of a sum: the boards of its components, each as it looks alone, where these are plain grids."""

from __future__ import annotations

from functools import cached_property

from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.shapes import INK, UNIT, label, moved
from perfect_play.puzzles.picture import Picture, picture_of
from perfect_play.puzzles.view import EMPTY, VOID


class Components(Picture):
    @cached_property
    def look(self) -> Look:
        """By kinds of cells, one for each component."""
        pieces, kinds, under, cols = {EMPTY: "", VOID: ""}, "", "", self.board.cols
        for number, part in enumerate(self.rules.parts):
            look = picture_of(part.rules).look
            plain = grid(part.first.rows, part.first.cols)
            if look.centers not in ((), plain) or look.merged or look.kinds:
                return super().look
            kind = chr(ord("a") + number)
            pieces |= {f"{kind}{char}": piece for char, piece in look.pieces.items()}
            kinds = kinds.ljust(part.row * cols, "z") + kind * (part.first.rows * cols)
            under += moved(look.under, 0, part.row * UNIT)
            under += label("+", cols * UNIT / 2, (part.row - 0.5) * UNIT, INK, 30, 'class="say"') if number else ""
        return Look(pieces, kinds=kinds, under=under)

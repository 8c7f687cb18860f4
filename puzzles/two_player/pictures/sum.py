"""The picture of a sum: the boards of its components, one below the other, each as it looks alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cached_property
from itertools import count

from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import INK, UNIT, Point, label, moved
from perfect_play.puzzles.picture import Picture, picture_of
from perfect_play.puzzles.view import EMPTY, VOID

FIRST_KIND = 0x100


class Components(Picture):
    @cached_property
    def look(self) -> Look:
        """By kinds of cells, at least one for each component; letters if pieces of one go on from cell to cell."""
        cols, pieces, layers, signs = self.board.cols, {EMPTY: "", VOID: ""}, ["", ""], []
        marks = {}
        kinds = [" "] * len(self.board.cells)
        centers = [Point(0, 0)] * len(kinds)
        fresh = count(FIRST_KIND)
        wide = high = 0.0
        for part in self.rules.parts:
            look, rows, width = picture_of(part.rules).look, part.first.rows, part.first.cols
            places = look.centers or grid(rows, width)
            if look.merged or len(places) < rows * width:
                return super().look
            if part.row:
                signs.append(high + UNIT / 2)
                high += UNIT
            names: dict[str, str] = defaultdict(lambda: chr(next(fresh)))
            for cell, (x, y) in enumerate(places[: rows * width]):
                kind = look.kinds[cell : cell + 1]
                at = (part.row + cell // width) * cols + cell % width
                kinds[at] = names[kind]
                centers[at] = Point(x, high + y)
                for key in look.pieces:
                    char = key.removeprefix(kind) or key
                    if len(char) == 1:
                        pieces[kinds[at] + char] = look.piece(char, cell) or ""
                for key, mark in look.marks.items():
                    marks[kinds[at] + key.removeprefix(kind)] = mark
            layers = [layer + moved(more, 0, high) for layer, more in zip(layers, (look.under, look.over), strict=True)]
            size = look.size or Point(width * UNIT, rows * UNIT)
            wide, high = max(wide, size.x), high + size.y
        under, over = layers
        under += "".join(label("+", wide / 2, y, INK, 30, 'class="say"') for y in signs)
        size = Point(wide, high)
        look = Look(pieces, kinds="".join(kinds), centers=tuple(centers), size=size, under=under, over=over)
        return replace(look, marks=marks)

"""The picture of Dawson's Chess: a row of squares, of which those that were played are marked.

Today's clients write `x` only for the cells that were played, `2_-x---`, not for their neighbors. A position does
not show which these are, so the text of the next position is derived from the text by which a client asked.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import product

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import UNIT, Point, moved
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.turns import NEXT, read_turn
from perfect_play.puzzles.two_player.dawsonschess import taken_by
from perfect_play.puzzles.view import EMPTY, Board

FREE, PICKED = "b", "x"


class Squares(Picture):
    @cached_property
    def look(self) -> Look:
        """Three rows of a chessboard: on each file that is free, a white pawn faces a black one."""
        cols = self.board.cols
        centers = grid(1, cols, 0, UNIT)
        ground = checkered(Board(3, cols, EMPTY * 3 * cols), {})
        men = moved(self.files.piece("pawn-black"), 0, -UNIT) + moved(self.files.piece("pawn-white"), 0, UNIT)
        return replace(ground, pieces={EMPTY: men, "x": ""}, centers=centers, size=Point(cols * UNIT, 3 * UNIT))

    def text(self, position: Position, requested: str = "") -> str:
        """The text that was asked for, if it marks the cells that were played; otherwise one way to play them."""
        turn, cells = position
        prefix = f"{turn}_"
        if requested.startswith(prefix) and taken_by(requested.removeprefix(prefix)) == cells:
            return requested
        return prefix + one_way_to_play(cells)

    def text_after(self, text: str, move: Move, child: Position) -> str:
        turn, marks = read_turn(text)
        cell = move.button.cell
        return f"{NEXT[turn]}_{marks[:cell]}{PICKED}{marks[cell + 1 :]}"

    def cells(self, position: Position) -> str:
        return self.cells_of(self.text(position), position)

    def cells_of(self, text: str, position: Position) -> str:
        return read_turn(text)[1].replace("-", FREE)


def one_way_to_play(cells: str) -> str:
    """Cells to play, no two adjacent, that take exactly the cells that are gone.

    In each run, the first to be played is the second cell or, at the edge, possibly the first; likewise at the other
    end. The distance from one to the next is two cells, or three.
    """
    marks = ["-"] * len(cells)
    for run in re.finditer("x+", cells):
        firsts = [run.start()] * (run.start() == 0) + [run.start() + 1]
        lasts = [run.end() - 1] * (run.end() == len(cells)) + [run.end() - 2]
        first, last = next((a, b) for a, b in product(firsts, lasts) if a <= b != a + 1)
        for cell in (first, *range(last, first + 1, -2)):
            marks[cell] = PICKED
    return "".join(marks)

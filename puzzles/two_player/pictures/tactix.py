"""The picture of TacTix, on the page's grid: one counter is a circle to click, several are a line."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import coin
from perfect_play.puzzles.drawing.scenes import FAINT
from perfect_play.puzzles.picture import PLACE, Image, Pieces, Point, Theme, grid_centers, ground
from perfect_play.puzzles.view import EMPTY, Add, Line

OFFSETS = {2: (0.08, 0.4, 0.08), 3: (0.16, 0.32), 4: (0.24,)}
"""How far inside the row or column the line of a run is drawn, by its length and its first place."""


class Counters(Pieces):
    images: ClassVar = {"O": Image("tactix/o.svg", 1)}

    @cached_property
    def look(self) -> Look:
        return Look({EMPTY: FAINT, **dict.fromkeys("Oo", coin())}, ring=18)

    def own_board(self) -> Theme:
        side: int = self.rules.rows
        ends = [end for run in self.rules.runs[side * side :] for end in _ends(run, side)]
        return Theme(
            (side, side),
            (*grid_centers(side, side), *ends),
            self.images,
            {"x": PLACE},
            **ground("tactix/grid.svg" if side == 4 else "", grid_centers(side, side), 0.96),
            animation="entityFade",
            name="basic",
        )

    def button(self, position: Position, move: int) -> Add | Line:
        cells: int = self.rules.cells
        end = 2 * move - cells
        return Add("-", move) if move < cells else Line(end, end + 1)


def _ends(run: tuple[int, ...], side: int) -> tuple[Point, Point]:
    """Where the line of a run begins and ends."""
    row, col = divmod(run[0], side)
    across = run[1] == run[0] + 1
    aside = OFFSETS[len(run)][col if across else row]
    begin, end = 0.05, len(run) - 0.05
    if across:
        return (col + begin, row + aside), (col + end, row + aside)
    return (col + aside, row + begin), (col + aside, row + end)

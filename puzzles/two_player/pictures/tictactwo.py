"""The picture of Tic-Tac-Two, on the page's board; a stone or the window is touched first, and then its target."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.drawing.grids import field
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.men import cross, nought
from perfect_play.puzzles.drawing.shapes import ORANGE, UNIT, Point, circle, filled, rect
from perfect_play.puzzles.picture import (
    HITBOX,
    PLACE,
    REMOVE,
    SLIDE,
    UNSEEN,
    Image,
    Mark,
    Pieces,
    Theme,
    Touch,
    Touches,
    changed,
    grid_centers,
    ground,
)
from perfect_play.puzzles.two_player.tictactwo import MIDDLE
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board
from perfect_play.puzzles.view import Move as Arrow

ASIDE = 12
"""The offset of the window's handle from the middle of a cell."""

SELECTED = "abcdefghijklmnopqrstuvwxy"
"""A letter for each cell, that says which stone is to be moved."""


class Stones(Pieces):
    place = "h"
    images: ClassVar = {
        "X": Image("tictactwo/X.svg", 16),
        "O": Image("tictactwo/O.svg", 16),
        "G": Image("tictactwo/tttgrid.svg", 56),
        "Z": Image("tictactwo/g.svg", 15),
        "T": Image("tictactwo/t.svg", 80),
        **dict.fromkeys(SELECTED, UNSEEN),
        "h": Image(HITBOX, 16),
    }

    @cached_property
    def look(self) -> Look:
        """The board with its window, a frame around nine cells, with the mark in its middle as its handle."""
        side, cells = self.rules.side, grid(self.rules.side, self.rules.side)
        frame = rect(-ASIDE, -ASIDE, 3 * UNIT, 3 * UNIT, 4, f'fill="none" stroke="{ORANGE}" stroke-width="5"')
        grip = circle(0, 0, 6, filled(ORANGE))
        pieces = {"X": cross(), "O": nought(), "G": frame + grip}
        ground = field(Board(side, side, EMPTY * side * side), pieces, "#f3ead6")
        middles = [cells[window[MIDDLE]] for window in self.rules.windows]
        aside = tuple(Point(x + ASIDE, y + ASIDE) for x, y in middles)
        unused = len(self.board.cells) - len(cells) - len(aside)
        return replace(
            ground,
            pieces={**ground.pieces, VOID: ""},
            centers=(*cells, *aside, *([cells[0]] * unused)),
            size=Point(side * UNIT, side * UNIT),
        )

    @cached_property
    def order(self) -> range:
        return range(self.rules.cols)

    def own_board(self) -> Theme:
        side: int = self.rules.side
        cells = grid_centers(side, side, 20, 2)
        windows = tuple(cells[window[MIDDLE]] for window in self.rules.windows)
        return Theme(
            (20 * side + 4, 20 * side + 24),
            (*cells, *windows, (10 * side + 2, 20 * side + 12)),
            self.images,
            {"x": PLACE, "y": REMOVE, "z": SLIDE},
            **ground("tictactwo/background.svg" if side == 5 else "", cells, 19),
            arrow_width=2,
        )

    def cells(self, position: Position) -> str:
        """The cells, the windows, and what has been touched."""
        return super().cells(position) + EMPTY

    def button(self, position: Position, move: int) -> Mark | None:
        return None if source_of(move) >= 0 else super().button(position, move)

    def sound(self, position: Position, move: int) -> str:
        return "x"

    def touches(self, position: Position, move: int) -> Touches | None:
        """A stone or the window, and then its target."""
        source, target = source_of(move), target_of(move)
        if source < 0:
            return None
        before, name = self.cells(position), self.name(position, move)
        touched, stones = len(before) - 1, self.rules.board_cells
        if source < stones:
            stone = Touch(Add("h", source), "y", f"M-{source + 1}")
            second = Touch(Arrow(source, target), "z", name)
            return Touches(stone, changed(before, {touched: SELECTED[source]}), (second,))
        middle = self.rules.windows[target - stones][MIDDLE]
        window = Touch(Add("Z", touched), "x", "G")
        return Touches(window, changed(before, {touched: "T"}), (Touch(Add("h", middle), "z", name),))

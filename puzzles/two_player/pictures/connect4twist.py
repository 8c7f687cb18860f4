"""The picture of Connect 4 Twist and Turn, on the page's towers: arrows to drop, and arrows in a column for a turn."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import First, Look, grid
from perfect_play.puzzles.drawing.scenes import YELLOW_AND_RED
from perfect_play.puzzles.drawing.shapes import UNIT, WHITE, Point, circle, rect, stroke
from perfect_play.puzzles.picture import HOLE, REMOVE, Image, Mark, Pieces, Theme, ground
from perfect_play.puzzles.two_player.connect4twist import LEFT
from perfect_play.puzzles.view import EMPTY, VOID, Add, Move

PITCH = {3: 0.8, 4: 0.8, 5: 0.775}
"""The side of a cell, by the number of columns."""

MARGIN = 34
"""Beside the tower, in units of the drawing: there are the arrows that turn a ring."""


class Tower(Pieces):
    images: ClassVar = {
        "x": Image("general/blue_circle.svg", 0.75),
        "o": Image("general/red_circle.svg", 0.75),
        "l": Image("connect4twist/left.svg", 0.3),
        "r": Image("connect4twist/right.svg", 0.3),
    }

    @cached_property
    def look(self) -> Look:
        """A tower of rings. To turn one as well, touch the top of a column first, then an arrow beside the tower."""
        rows, cols, size = self.rules.rows, self.rules.cols, self.rules.cells
        wide = cols * UNIT
        places = [Point(x + MARGIN, y) for x, y in grid(rows, cols)]
        ends = [Point(x, places[cell].y) for x in (14, wide + 2 * MARGIN - 14) for cell in range(size)]
        seams = "".join(
            rect(MARGIN + wide / 2, (row + 0.5) * UNIT, wide + 10, UNIT - 1, 12, 'fill="#2d66ad" stroke="#16365e"')
            + stroke(f"M{MARGIN - 2} {row * UNIT + 8}H{MARGIN + wide + 2}", WHITE, 3, 'stroke-opacity="0.25"')
            for row in range(rows)
        )
        holes = "".join(circle(x, y, 16, 'class="hole" fill="#f4f1ea"') for x, y in places)
        arrows = {"l": "M9 0H-9m8 -7l-8 7l8 7", "r": "M-9 0H9m-8 -7l8 7l-8 7"}
        turns = {f"{side}{piece}": stroke(line, "#2d66ad", 5) for side, line in arrows.items() for piece in "xo"}
        return Look(
            {EMPTY: "", VOID: "", **YELLOW_AND_RED, **turns},
            kinds="." * size + "l" * size + "r" * size,
            centers=(*places, *ends),
            size=Point(wide + 2 * MARGIN, rows * UNIT),
            under=seams + holes,
            first={size + cell: First(Add(EMPTY, cell % cols)) for cell in range(2 * size)},
        )

    def description(self, position: Any, move: Any) -> str:
        """The column, and the row that is turned: `b, row 1 left`."""
        column, _, turn = self.rules.format_move(position, move).partition(" ")
        return f"{column}, row {turn[:-1]} {'left' if turn[-1] == 'L' else 'right'}" if turn else column

    def own_board(self) -> Theme:
        rows, cols = self.rules.rows, self.rules.cols
        pitch = PITCH[cols]
        left, top = (0.4, 1.3) if cols == 5 else (0.8, 1.2)
        columns = [left + pitch * col for col in range(cols)]
        cells = [(x, top + pitch * row) for row in range(rows) for x in columns]
        drops = [(x, y) for y in (0, top - pitch / 2) for x in columns]
        turns = [(x + aside, y) for aside in (-0.18, 0.18) for x, y in cells]
        board: dict[str, Any] = {"foreground": f"connect4twist/foreground{rows}x{cols}.svg"}
        if rows != 4:
            board = ground("", cells, 0.8 * pitch, HOLE)
        return Theme(
            (4, max(rows, cols)),
            (*cells, *drops, *turns),
            self.images,
            {"x": REMOVE},
            animation="entityFade",
            arrow_width=0.13,
            name="normal",
            **board,
        )

    def cells(self, position: Position) -> str:
        cols: int = self.rules.cols
        return position[1] + "-" * (2 * cols + 2 * len(position[1]))

    def button(self, position: Position, move: int) -> Mark:
        """A turn is shown where its row meets the column, on the side toward which it goes."""
        size, cols = self.rules.cells, self.rules.cols
        cell, direction = divmod(move, 3)
        if not direction:
            return Move(size + cell, size + cols + cell)
        return Add("l" if direction == LEFT else "r", size + 2 * cols + (direction - LEFT) * size + cell)

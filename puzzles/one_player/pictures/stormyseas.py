"""The picture of Stormy Seas: waves and, between their cells, boats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.scenes import WAVE, boat
from perfect_play.puzzles.drawing.shapes import UNIT, Point, rect
from perfect_play.puzzles.one_player.stormyseas import CELLS, COLS, ROWS
from perfect_play.puzzles.picture import REMOVE, UNSEEN, Image, Picture, Theme
from perfect_play.puzzles.view import EMPTY, Shift
from perfect_play.puzzles.view import Move as Arrow

COLUMNS = [50 + 20 * col for col in range(COLS)]
BOAT_ROWS = (20, 40, 60, 80, 100)
"""The height of a boat, by the row of its lower half: the middle of its two rows; none in the first."""
COUNTER = (110, 140)
IMAGES = {
    "W": Image("stormyseas/wave.svg", 20),
    "R": Image("stormyseas/redboat.svg", 30),
    "P": Image("stormyseas/purpleboat.svg", 30),
    **dict.fromkeys("0123456789", UNSEEN),  # what moved last
}


PIECES = {
    EMPTY: rect(0, 0, UNIT, UNIT, 0, 'fill="#d7ebf7"'),
    "w": rect(0, 0, UNIT, UNIT, 0, 'fill="#d7ebf7"') + WAVE,
    **{char: WAVE + boat("#c8473b") for char in "rR"},
    **{char: WAVE + boat("#7457b8") for char in "pP"},
}


class Sea(Picture):
    @cached_property
    def look(self) -> Look:
        """The sea, without the piece that moved last: the board names it after the sea, but it has no influence."""
        size = Point(COLS * UNIT, ROWS * UNIT)
        hidden = dict.fromkeys("0123456789", "<g/>")
        return Look({**PIECES, **hidden}, centers=(*grid(ROWS, COLS), size), size=size)

    def description(self, position: Position, move: Move) -> str:
        """A row of waves, counted from the top, or a boat, and the way it goes: `row 1 left`, `purple boat up`."""
        mover, _, direction = str(self.rules.format_move(position, move)).partition("-")
        if mover.startswith("row"):
            return f"row {int(mover[3:]) + 1} {direction}"
        return f"{'red' if mover == 'boatr' else 'purple'} boat {direction}"

    def themes(self) -> Sequence[Theme]:
        waves = tuple((x, 30 + 20 * row) for row in range(ROWS) for x in COLUMNS)
        boats = tuple((x, y) for y in BOAT_ROWS for x in COLUMNS)
        return (
            Theme(
                (220, 160),
                (*waves, *boats, COUNTER),
                IMAGES,
                {"x": REMOVE},
                background="stormyseas/fullboard.svg",
                animation="entityFade",
                arrow_width=2,
            ),
        )

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        waves = "".join("W" if cell == "w" else EMPTY for cell in text[:CELLS])
        boats = "".join(cell if cell in "RP" else EMPTY for cell in text[:CELLS])
        return waves + boats + text[CELLS:]

    def button(self, position: Position, move: Move) -> Arrow:
        match self.rules.button(position, move):
            case Shift("L", row, _):
                return Arrow(COLS * row + 1, COLS * row)
            case Shift(_, row, _):
                return Arrow(COLS * row + COLS - 2, COLS * row + COLS - 1)
            case Arrow(source, target):
                return Arrow(CELLS + source, CELLS + target)
        raise TypeError(f"{move!r} is no move")

"""The picture of Quarto. The page draws the game by itself, with a place for each piece on each cell."""

from __future__ import annotations

from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import First, Look, grid
from perfect_play.puzzles.drawing.scenes import quarto_piece
from perfect_play.puzzles.drawing.shapes import DARK_WOOD, UNIT, WOOD, YELLOW, Point, circle, filled, rect
from perfect_play.puzzles.grid import cell_name
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.quarto import LETTERS
from perfect_play.puzzles.view import EMPTY, VOID, Add

PROPERTIES = (("light", "dark"), ("round", "square"), ("short", "tall"), ("solid", "hollow"))
"""What bits 0 and 1 of a piece say; games with fewer properties have the last ones."""
SIDE = 4
FIRST_PIECE = SIDE**2 * (1 + len(LETTERS))
"""The center of the first piece on the empty board; before it those of the cells, then of each piece on each cell."""


class Bits(Picture):
    component = 36  # with the pieces that are left

    def cells(self, position: Position) -> str:
        """The cells and the piece to be placed."""
        cells: str = position[1]
        return cells

    def button(self, position: Position, move: Move) -> Add:
        """A cell; with the piece handed over, its own place on that cell, or on the empty board."""
        cell, piece = move
        if piece == EMPTY:
            return Add(EMPTY, cell)
        number = LETTERS.index(piece)
        return Add(piece, FIRST_PIECE + number if cell < 0 else SIDE**2 + len(LETTERS) * cell + number)

    def sound(self, position: Position, move: Move) -> str:
        return ""

    @cached_property
    def look(self) -> Look:
        """The board, a tray with the pieces that are left, and between them the piece to be placed.

        The first touch chooses the piece to hand over, the second the cell for the player's own piece.
        """
        side: int = self.rules.side
        wide, gap = side * UNIT, 64
        middle = wide / 2
        hand = Point(wide + gap / 2, middle)
        tray = grid(self.board.rows - side - 1, side, wide + gap)
        board = rect(middle, middle, wide + 6, wide + 6, 8, filled("#3c5146", "#20262b", 2))
        board += "".join(
            circle(x, y, 18, 'fill="#4c6558" stroke="#ffffff" stroke-opacity="0.5"') for x, y in grid(side, side)
        )
        high = tray[-1].y + UNIT / 2
        under = board + rect(wide + gap + middle, high / 2, wide + 6, high + 6, 8, filled(WOOD, DARK_WOOD))
        under += circle(*hand, 21, f'fill="{WOOD}" stroke="{YELLOW}" stroke-width="3"')
        pieces = {EMPTY: "", VOID: "", **{char: quarto_piece(self._bits(char)) for char in LETTERS}}
        first_left = side * (side + 1)
        centers = (*grid(side, side), hand, *[hand] * (side - 1), *tray)
        return Look(
            pieces,
            centers=centers,
            size=Point(2 * wide + gap + 3, wide + 3),
            under=under,
            first={cell: First(Add(EMPTY, cell), 0) for cell in range(first_left, len(self.board.cells))},
        )

    def description(self, position: Position, move: Move) -> str:
        """Where the player's own piece goes, and the piece handed over: `b3, hand over light round tall solid`."""
        cell, handed = move
        place = cell_name(cell, side := self.rules.side, side) if cell >= 0 else ""
        if handed == EMPTY:
            return place
        names = PROPERTIES[-self.rules.all.bit_length() :]
        properties = " ".join(pair[bit == "1"] for pair, bit in zip(names, self._bits(handed), strict=True))
        return f"{place}, hand over {properties}" if place else f"hand over {properties}"

    def _bits(self, char: str) -> str:
        properties: int = self.rules.all.bit_length()
        return f"{LETTERS.index(char):0{properties}b}"

"""The picture of Quarto. The page draws the game by itself, with a place for each piece on each cell."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import First
from perfect_play.puzzles.grid import cell_name
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.quarto import LETTERS
from perfect_play.puzzles.view import EMPTY, Add

PROPERTIES = (("light", "dark"), ("round", "square"), ("short", "tall"), ("solid", "hollow"))
"""What bits 0 and 1 of a piece say; games with fewer properties have the last ones."""
SIDE = 4
FIRST_PIECE = SIDE**2 * (1 + len(LETTERS))
"""The center of the first piece on the empty board; before it those of the cells, then of each piece on each cell."""


class Bits(Picture):
    @property
    def first(self) -> Mapping[int, First]:
        """The piece to hand over is chosen first, then the cell for the player's own piece."""
        return {
            cell: First(Add(EMPTY, cell), 0)
            for cell in range(self.rules.side * (self.rules.side + 1), len(self.board.cells))
        }

    def button(self, position: Position, move: Move) -> Add:
        """A cell; with the piece handed over, its own place on that cell, or on the empty board."""
        cell, piece = move
        if piece == EMPTY:
            return Add(EMPTY, cell)
        number = LETTERS.index(piece)
        return Add(piece, FIRST_PIECE + number if cell < 0 else SIDE**2 + len(LETTERS) * cell + number)

    def description(self, position: Position, move: Move) -> str:
        """Where the player's own piece goes, and the piece handed over: `b3, hand over light round tall solid`."""
        cell, handed = move
        place = cell_name(cell, side := self.rules.side, side) if cell >= 0 else ""
        if handed == EMPTY:
            return place
        names = PROPERTIES[-self.rules.all.bit_length() :]
        bits = f"{LETTERS.index(handed):0{len(names)}b}"
        properties = " ".join(pair[bit == "1"] for pair, bit in zip(names, bits, strict=True))
        return f"{place}, hand over {properties}" if place else f"hand over {properties}"

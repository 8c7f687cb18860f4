"""The picture of Stormy Seas: waves and, between their cells, boats."""

from __future__ import annotations

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.one_player.stormyseas import CELLS, COLS
from perfect_play.puzzles.picture import Arrow, Picture
from perfect_play.puzzles.view import EMPTY, Shift


class Sea(Picture):
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

"""The picture of Mock Turtles: coins on a diagonal, below it squares for pairs; turns of three have names only."""

from __future__ import annotations

from typing import ClassVar

from puzzles.base import Move, Position
from puzzles.picture import Drawn, Image, Pieces
from puzzles.view import Add


class Coins(Pieces):
    images: ClassVar = {"h": Image("sevenpennies/penny.svg", 0.9), "t": Image("winkers/C.svg", 1.2)}

    def button(self, position: Position, move: Move) -> Drawn | None:
        return super().button(position, move) if isinstance(move.button, Add) else None

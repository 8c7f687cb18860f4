"""The picture of Mock Turtles: coins on a diagonal, below it squares for pairs; turns of three have names only."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.base import Move, Position
from puzzles.drawing.grids import boxes
from puzzles.drawing.look import Look
from puzzles.drawing.things import coin_side
from puzzles.picture import Drawn, Image, Pieces
from puzzles.view import Add

IMAGES = {"h": Image("sevenpennies/penny.svg", 0.9), "t": Image("winkers/C.svg", 1.2)}
COINS = boxes({"h": coin_side(True), "t": coin_side(False)})


class Coins(Pieces):
    images: ClassVar = IMAGES

    @cached_property
    def look(self) -> Look:
        return COINS

    def button(self, position: Position, move: Move) -> Drawn | None:
        return super().button(position, move) if isinstance(move.button, Add) else None

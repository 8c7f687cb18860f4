"""The picture of Jenga: the levels of the tower, every second one moved aside as it lies across."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from puzzles.base import Move, Position
from puzzles.drawing.look import Look
from puzzles.drawing.shapes import UNIT, WOOD, filled, rect
from puzzles.picture import HITBOX, PLACE, UNSEEN, Image, Picture, Theme
from puzzles.two_player.jenga import CELLS, LEVELS, PIECE, PULLED, WIDTH
from puzzles.view import EMPTY, Add

SCALE = 0.9875


class Tower(Picture):
    @cached_property
    def look(self) -> Look:
        return Look({"J": rect(0, 0, UNIT - 1, UNIT - 12, 2, filled(WOOD, "#7a4f2b")), "X": ""})

    def themes(self) -> Sequence[Theme]:
        places = [(level, place) for level in range(LEVELS) for place in range(WIDTH)]
        centers = tuple((place + (3.5 if level % 2 == 0 else 0.5), LEVELS - 0.5 - level) for level, place in places)
        images = {PIECE: Image("jenga/JengaPiece.svg", SCALE), PULLED: UNSEEN, "h": Image(HITBOX, SCALE)}
        board = "jenga/JengaBoard.svg"
        return (Theme((6, 12), centers, images, {"x": PLACE}, background=board, animation="entityFade"),)

    def cells(self, position: Position) -> str:
        tower: str = position
        return tower.ljust(CELLS, EMPTY)

    def button(self, position: Position, move: Move) -> Add:
        return Add("h", move)

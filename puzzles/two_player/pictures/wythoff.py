"""The picture of Wythoff's Game: a queen on squares."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import chessman
from perfect_play.puzzles.picture import Image, Pieces
from perfect_play.puzzles.two_player.wythoff import QUEEN


class OnBoard(Pieces):
    images: ClassVar = {QUEEN: Image("chess/wikipedia/Q.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, {"q": chessman("Q", True)})

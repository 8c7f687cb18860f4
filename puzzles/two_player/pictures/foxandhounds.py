"""The picture of Fox and Hounds: the page's animals, and its chessboard."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.faces import FOX, HOUND
from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.picture import Image, Pieces, Theme, ground


class Stones(Pieces):
    images: ClassVar = {"G": Image("foxandhounds/G.svg", 0.8), "F": Image("foxandhounds/F.svg", 0.8)}

    @cached_property
    def look(self) -> Look:
        return checkered(self.board, {"F": FOX, "G": HOUND})

    def sound(self, position: Position, move: int) -> str:
        return "hf"[position[0] - 1]

    def own_board(self) -> Theme:
        side: int = self.rules.rows
        centers = tuple((cell % side + 0.5, cell // side + 0.5) for cell in self.rules.squares)
        board = ground("chess/lichess/grid.svg" if side == 8 else "", centers, 0.96)
        sounds = {"h": "animals/dog.mp3", "f": "animals/fox.mp3"}
        return Theme((side, side), centers, self.images, sounds, arrow_width=0.1, entities_over_arrows=True, **board)

"""The picture of Solitaire Chess: pieces on a board of 4 x 4."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import chessman
from perfect_play.puzzles.one_player.solitairechess import PIECES, SIDE
from perfect_play.puzzles.picture import Image, Picture, Theme, grid_centers


class Chessboard(Picture):
    @cached_property
    def look(self) -> Look:
        return checkered(self.board, {kind: chessman(kind, True) for kind in "KQRBNP"})

    def themes(self) -> Sequence[Theme]:
        images = {piece: Image(f"solitairechess/{piece}.svg", 1) for piece in PIECES}
        background = "solitairechess/board4x4.svg"
        return (Theme((SIDE, SIDE), grid_centers(SIDE, SIDE), images, background=background, arrow_width=0.1),)

    def name(self, position: str, move: tuple[int, int]) -> str:
        """The string of the arrow that is drawn."""
        return f"M_{move[0]}_{move[1]}_{self.sound(position, move)}"

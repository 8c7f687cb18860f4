"""The picture of chess, on two of the page's boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.grids import checkered
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.men import chessman
from perfect_play.puzzles.drawing.shapes import UNIT, Point
from perfect_play.puzzles.picture import SLIDE, SLIDE_THEN_REMOVE, Image, Pieces, Theme, grid_centers, ground
from perfect_play.puzzles.two_player.chess import QUEEN

SOUNDS = {"x": SLIDE, "y": SLIDE_THEN_REMOVE}
from perfect_play.puzzles.view import Move

PAGE = 8  # the side of the page's boards
MEN = "KQRBNPkqrbnp"
AROUND = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
"""Where in a square the arrow ends if a pawn becomes a queen, a rook, a bishop or a knight."""


class Chessmen(Pieces):
    quality = "v2"
    letters = str.maketrans("Ee", "Pp")

    @cached_property
    def look(self) -> Look:
        men = {man: chessman(man.translate(self.letters).upper(), man.isupper()) for man in "KQRBNPEkqrbnpe"}
        look = checkered(self.board, men)
        if "p" in self.rules.white + self.rules.black:
            return look
        rows, cols = self.rules.rows, self.rules.cols  # no pawns, so no cells for choosing a promotion
        return replace(look, centers=grid(rows, cols), size=Point(cols * UNIT, rows * UNIT))

    def themes(self) -> Sequence[Theme]:
        """On a board of the page if it has one of this size."""
        rows, cols = self.rules.rows, self.rules.cols
        squares = grid_centers(rows, cols)
        ends = [(x, y) for x, y in squares if y in (0.5, rows - 0.5)] if self._promotes else ()
        promotions = [(x + right, y + down) for x, y in ends for right, down in AROUND]
        return tuple(
            Theme(
                (cols, rows),
                (*squares, *promotions),
                {man: Image(f"chess/{name.lower()}/{man if man.isupper() else 2 * man}.svg", 1) for man in MEN},
                SOUNDS,
                **ground(f"chess/{name.lower()}/grid.svg" if rows == cols == PAGE else "", squares, 0.96),
                arrow_width=0.1,
                name=name,
            )
            for name in ("Wikipedia", "Lichess")
        )

    @cached_property
    def _promotes(self) -> bool:
        """Whether pawns can be promoted."""
        return "p" in self.rules.white + self.rules.black

    def cells(self, position: Position) -> str:
        return position[1].translate(self.letters)

    def button(self, position: Position, move: int) -> Move:
        """An arrow; if a pawn is promoted, to one of four points in its square."""
        man, source, target = parts_of(move)
        cells, cols = self.rules.cells, self.rules.cols
        point = cells + len(AROUND) * (target % cols + cols * (target >= cols)) + man - QUEEN
        return Move(source, point if man else target)

    def sound(self, position: Position, move: int) -> str:
        captures = sum(man != "-" for man in position[1]) > sum(
            man != "-" for man in self.rules.do_move(position, move)[1]
        )
        return "y" if captures else "x"

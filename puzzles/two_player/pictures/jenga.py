"""The picture of Jenga: the levels of the tower, every second one shifted, as it lies crosswise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BARK, UNIT, WOOD, Point, circle, filled, rect, stroke
from perfect_play.puzzles.picture import HITBOX, PLACE, UNSEEN, Image, Picture, Theme
from perfect_play.puzzles.two_player.jenga import CELLS, LEVELS, PIECE, PULLED, WIDTH
from perfect_play.puzzles.view import EMPTY, Add

SCALE = 0.9875


TALL = 26  # of a block in our own drawing


class Tower(Picture):
    @cached_property
    def look(self) -> Look:
        """A tower on a table, of levels that show the ends and the long sides of the blocks in turn."""
        width, height = WIDTH * UNIT, LEVELS * TALL
        rings = circle(0, 0, 5, f'fill="none" stroke="{BARK}" stroke-opacity="0.5"')
        end = rect(0, 0, UNIT - 1, TALL - 1, 2, filled("#c99a5e", BARK)) + rings
        grain = stroke("M-15 -4H12M-10 4H15", BARK, 1, 'stroke-opacity="0.4"')
        side = rect(0, 0, UNIT - 1, TALL - 1, 2, filled(WOOD, BARK)) + grain
        centers = tuple(Point(24 + (cell % WIDTH + 0.5) * UNIT, (cell // WIDTH + 0.5) * TALL) for cell in range(CELLS))
        table = rect(24 + width / 2, height + 4, width + 48, 8, 4, filled(BARK))
        kinds = "".join("se"[(LEVELS - row) % 2] * WIDTH for row in range(LEVELS))
        size = Point(width + 48, height + 8)
        pieces = {EMPTY: "", "sJ": side, "eJ": end, "X": ""}
        return Look(pieces, kinds=kinds, centers=centers, size=size, under=table, ring=9)

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

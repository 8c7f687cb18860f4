"""The picture of Tiltago: a cross of nine cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.men import ball
from perfect_play.puzzles.drawing.scenes import RAINBOW
from perfect_play.puzzles.drawing.shapes import BARK, DARK_WOOD, UNIT, WHITE, WOOD, filled, label, rect
from perfect_play.puzzles.one_player.tiltago import BALLS, SIDE
from perfect_play.puzzles.picture import PLACE, Image, Mark, Picture, Theme
from perfect_play.puzzles.view import EMPTY, VOID, Move

CENTERS = ((4, 1), (4, 2.5), (1, 4), (2.5, 4), (4, 4), (5.5, 4), (7, 4), (4, 5.5), (4, 7))


class Cross(Picture):
    @cached_property
    def look(self) -> Look:
        """Numbered balls in a groove like a cross."""
        side, middle = SIDE * UNIT, SIDE * UNIT / 2
        board = rect(middle, middle, side + 6, side + 6, 24, filled(WOOD, DARK_WOOD, 2))
        sizes = ((side - 4, 36), (36, side - 4))
        groove = "".join(rect(middle, middle, wide, high, 18, filled(BARK, "#00000066")) for wide, high in sizes)
        groove += rect(middle, middle, 36, 36, 0, f'fill="{BARK}"')
        balls = {char: ball(RAINBOW[int(char)], 16) + label(char, 0, 1, WHITE) for char in BALLS}
        return named(Look({EMPTY: "", VOID: "", **balls}, under=board + groove), self.board, x=23, y=12)

    def themes(self) -> Sequence[Theme]:
        images = {ball: Image(f"tiltago/{ball}.svg", 1.5) for ball in (*BALLS, "B")}
        return (Theme((8, 8), CENTERS, images, {"x": PLACE}, background="tiltago/board_small.svg", arrow_width=0.3),)

    def cells(self, position: str) -> str:
        return position

    def button(self, position: str, move: tuple[int, int]) -> Mark:
        return Move(*move)

    def name(self, position: str, move: tuple[int, int]) -> list[int]:
        """A pair of cells, which today's clients expect as an array."""
        return list(move)

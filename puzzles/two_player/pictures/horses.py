"""The picture of Horses, on the page's wheel."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.men import CHESSMEN, disc
from perfect_play.puzzles.drawing.shapes import BARK, BLUE, RED, WHITE, circle, path, scaled
from perfect_play.puzzles.picture import PLACE, SLIDE, Image, Pieces, Theme

DIAGONAL, STRAIGHT = 49.4975, 70  # from the center, along each axis

HORSE = scaled(path(CHESSMEN["N"], f'fill="{BARK}" fill-opacity="0.35"'), 4)


def horse(color: str) -> str:
    """A horse's head on a disc."""
    head = path(CHESSMEN["N"], f'fill="{WHITE}"') + circle(-3, -6, 1.4, f'fill="{color}"')
    return disc(color, 17) + scaled(head, 0.8)


class Stones(Pieces):
    images: ClassVar = {"x": Image("general/bluepiece.svg", 25), "o": Image("general/redpiece.svg", 25)}

    @cached_property
    def look(self) -> Look:
        """Horses on a wheel, and a large one below it."""
        spokes = [(7, *range(8)), *((point, 8) for point in range(8))]
        return named(self.joined(spokes, 0.8, motif=HORSE), self.board)

    @cached_property
    def men(self) -> dict[str, str]:
        return {"x": horse(BLUE), "o": horse(RED)}

    def own_board(self) -> Theme:
        ring = ((0, -STRAIGHT), (DIAGONAL, -DIAGONAL), (STRAIGHT, 0), (DIAGONAL, DIAGONAL))
        half = tuple((100 + x, 100 + y) for x, y in ring)
        opposite = tuple((100 - x, 100 - y) for x, y in ring)
        return Theme(
            (200, 200),
            (*half, *opposite, (100, 100)),
            self.images,
            {"x": PLACE, "y": SLIDE},
            background="horses/background.svg",
            arrow_width=2.5,
        )

    def sound(self, position: Position, move: int) -> str:
        return "y" if position[1].count("-") == 3 else "x"

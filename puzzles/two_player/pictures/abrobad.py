"""The picture of Abrobad, on the page's board, with a button that ends the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.boards.hexagons import places
from perfect_play.puzzles.drawing.figures import hexagons
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.men import disc
from perfect_play.puzzles.drawing.shapes import BLACK, CREAM, RED, UNIT, Point, path, stroke
from perfect_play.puzzles.picture import HITBOX, PLACE, SLIDE, Image, Mark, Picture, Theme, ground
from perfect_play.puzzles.view import Add

ROWS = 4  # of the page's board


RADIUS = 28  # of the hexagons in our own drawing
FLAG = stroke("M-9 15V-15", "#8a939a", 3) + path("M-8 -15H12L6 -8L12 -1H-8Z", f'fill="{RED}"')


class Stones(Picture):
    @cached_property
    def look(self) -> Look:
        """White and black stones on hexagons, and a flag that ends the game."""
        (lengths,) = self.rules.variant.options
        cells = [(RADIUS * 0.5 * 3**0.5 * right, 1.5 * RADIUS * row) for row, right in places(lengths)]
        board = hexagons(cells, {"X": disc(CREAM, 17), "O": disc(BLACK, 17), "E": FLAG}, RADIUS)
        wide, high = board.size or (0, 0)
        end = Point(wide + UNIT / 2, UNIT / 2)
        numbered = named(board, self.board, {cell: str(cell) for cell in range(len(cells))}, 0, 23)
        return replace(numbered, centers=(*board.centers, end), size=Point(wide + UNIT, high))

    def themes(self) -> Sequence[Theme]:
        """The page's board; the small one has none, but the same hexagons."""
        (lengths,) = self.rules.variant.options
        centers = [(245 + 55 * right, 80 + 95 * row) for row, right in places(lengths)]
        images = {
            "X": Image("y/W.svg", 117),
            "O": Image("y/B.svg", 117),
            "E": Image("abrobad/propose.svg", 160),
            "t": Image(HITBOX, 99),
        }
        sounds = {"x": PLACE, "y": SLIDE}
        board = "abrobad/board.svg" if len(lengths) == ROWS else ""
        return (Theme((500, 500), (*centers, (435, 50)), images, sounds, arrow_width=7, **ground(board, centers, 100)),)

    def button(self, position: object, move: object) -> Mark | None:
        match self.rules.button(position, move):
            case Add(char, cell):
                return Add(char if char == "E" else "t", cell)
            case arrow:
                return arrow  # type: ignore[no-any-return]

    def sound(self, position: object, move: object) -> str:
        return "x" if isinstance(self.button(position, move), Add) else "y"

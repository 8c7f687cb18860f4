"""The picture of Abrobad, on the page's board, with a button that ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.boards.hexagons import places
from puzzles.picture import HITBOX, PLACE, SLIDE, Drawn, Image, Picture, Theme
from puzzles.view import Add

ROWS = 4  # of the page's board


class Stones(Picture):
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
        return (Theme((500, 500), (*centers, (435, 50)), images, sounds, background=board, arrow_width=7),)

    def button(self, position: object, move: object) -> Drawn | None:
        match self.rules.button(position, move):
            case Add(char, cell):
                return Add(char if char == "E" else "t", cell)
            case arrow:
                return arrow  # type: ignore[no-any-return]

    def sound(self, position: object, move: object) -> str:
        return "x" if isinstance(self.button(position, move), Add) else "y"

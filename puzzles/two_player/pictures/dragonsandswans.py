"""The picture of Dragons & Swans; the page has an image of the larger board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.positions import DIGITS
from perfect_play.puzzles.drawing.faces import bird, face
from perfect_play.puzzles.drawing.grids import field
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.shapes import GREEN, INK, ORANGE, RED, UNIT, WHITE, Point, label, path
from perfect_play.puzzles.picture import Image, Mark, Picture, Theme, grid_centers, ground
from perfect_play.puzzles.view import EMPTY, Add, Board

SIDE = 4  # of the page's board
HAND, CAPTURED = ((28.7, 43), (30.2, 43)), ((28.7, 46), (30.2, 46))


SWAN = bird(WHITE, ORANGE)
DRAGON = face(GREEN, "horns", path("M-6 9L0 17L6 9Z", f'fill="{RED}"'))


class Animals(Picture):
    @cached_property
    def look(self) -> Look:
        """Dragons and swans on a lake, and the number of swans in hand."""
        side: int = self.rules.rows
        hand = {char: label(f"{number} in hand", 0, 0, INK, 15, 'class="say"') for number, char in enumerate(DIGITS)}
        lake = field(Board(side, side, EMPTY * side * side), {"x": DRAGON, "o": SWAN}, "#6fa8c9")
        below = Point(side * UNIT / 2, (side + 0.4) * UNIT)
        pieces = {f"h{char}": picture for char, picture in hand.items()} | dict(lake.pieces)
        kinds = "c" * side * side + "h"
        size = Point(side * UNIT, (side + 0.8) * UNIT)
        return Look(pieces, kinds=kinds, centers=(*grid(side, side), below), size=size, under=lake.under)

    def themes(self) -> Sequence[Theme]:
        """The cells, then the digits below them."""
        side = self.rules.rows
        images = {str(digit): Image(f"general/{digit}.svg", 8.8) for digit in range(10)}
        images |= {"x": Image("swans/D.svg", 8), "o": Image("swans/o.svg", 6), "s": Image("swans/s.svg", 6)}
        return (
            Theme(
                (40, 50),
                grid_centers(side, side, 10) + HAND + CAPTURED,
                images,
                {"x": "animals/dragon.mp3", "o": "animals/swan.mp3"},
                **ground("swans/grid4.svg" if side == SIDE else "", grid_centers(side, side, 10), 9.6),
                entities_over_arrows=True,
                name="basic",
            ),
        )

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        return text[2:]

    def button(self, position: Position, move: int) -> Mark:
        button: Mark = self.rules.button(position, move)
        return Add("s", button.cell) if isinstance(button, Add) else button

    def sound(self, position: Position, move: int) -> str:
        return "ox"[position[0] - 1]

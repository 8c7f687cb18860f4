"""The picture of Pancakes: a stack, with a button on each pancake for the flip whose lowest pancake it is.

The page has images of sizes up to 8; a larger pancake is the image of 8, drawn larger.
"""

from __future__ import annotations

from collections.abc import Sequence

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.one_player.pancakes import TURN_OVER, WIDTHS
from perfect_play.puzzles.picture import PLACE, Image, Picture, Theme
from perfect_play.puzzles.view import EMPTY, Add

LARGEST, SCALE = 8, 15
HEIGHT = 1.25  # of a pancake


class Stack(Picture):
    def themes(self) -> Sequence[Theme]:
        pancakes = self.rules.pancakes
        images = {}
        for number in range(1, pancakes + 1):
            char, image = WIDTHS[number - 1], min(number, LARGEST)
            scale = SCALE * number / image
            images[char] = Image(f"pancakes/pancake{image}.svg", scale)
            images[char.translate(TURN_OVER)] = Image(f"pancakes/pancake{image}f.svg", scale)
        height = HEIGHT * pancakes
        width = max(16, 2 * pancakes)
        centers = tuple((width / 2, height - 0.5 - HEIGHT * place) for place in range(pancakes))
        return (Theme((width, height), centers, images, sounds={"x": PLACE}, animation="entityFade"),)

    def cells(self, position: Position) -> str:
        return str(position)

    def button(self, position: Position, move: Move) -> Add:
        return Add(EMPTY, move)

    def name(self, position: Position, move: Move) -> str:
        """The string of the button, the only name that today's clients know."""
        return f"A_-_{move}_x"

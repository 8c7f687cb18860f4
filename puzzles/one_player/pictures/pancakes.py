"""The picture of Pancakes: a stack, with a button on each pancake for the flip whose lowest pancake it is.

The page has images of sizes up to 8; a larger pancake is the image of 8, drawn larger.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.one_player.pancakes import TURN_OVER, WIDTHS
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY, Add

LARGEST, SCALE = 8, 15
HEIGHT = 1.25  # of a pancake


class Stack(Picture):
    @cached_property
    def client(self) -> Mapping[str, Any]:
        pancakes = self.rules.pancakes
        images = {}
        for number in range(1, pancakes + 1):
            char, image = WIDTHS[number - 1], min(number, LARGEST)
            for letter, side in ((char, ""), (char.translate(TURN_OVER), "f")):
                images[letter] = (f"pancakes/pancake{image}{side}.svg", SCALE * number / image)
        width, height = max(16, 2 * pancakes), HEIGHT * pancakes
        centers = [(width / 2, height - 0.5 - HEIGHT * place) for place in range(pancakes)]
        return {**super().client, "space": (width, height), "centers": centers, "images": images}

    def cells(self, position: Position) -> str:
        return str(position)

    def button(self, position: Position, move: Move) -> Add:
        return Add(EMPTY, move)

    def name(self, position: Position, move: Move) -> str:
        """The string of the button, the only name that today's clients know."""
        return f"A_-_{move}_x"

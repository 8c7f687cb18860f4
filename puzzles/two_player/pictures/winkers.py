"""The picture of Winkers, with what each player has left in rows below; the page has an image of the larger board."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.boards.game import Position
from puzzles.boards.hexagons import places
from puzzles.picture import Image, Picture, Theme
from puzzles.view import EMPTY, Add

REGULAR = 19  # cells of the page's board
LEFT = 10
"""The most discs or winkers that a player can have left."""


class Discs(Picture):
    def themes(self) -> Sequence[Theme]:
        """The cells; then the winkers that the players have left, and the neutral discs."""
        (lengths,) = self.rules.variant.options
        centers = [(120 + 22.5 * right, 40 + 40 * row) for row, right in places(lengths)]
        centers += [(first + 6 * i, y) for y in (240, 280) for first in (30, 150) for i in range(LEFT)]
        images = {char: Image(f"winkers/{char}.svg", 50) for char in "XOC"}
        board = "winkers/background.svg" if len(centers) == REGULAR + 4 * LEFT else ""
        return (Theme((240, 300), tuple(centers), images, background=board),)

    def cells(self, position: Position) -> str:
        board, supply = position[1], self.rules.supply
        x, o = board.count("X"), board.count("O")
        made = board.count("C") + 2 * (x + o)
        left = {"X": supply - x, "O": supply - o, "C": supply - (made + 1) // 2 + x, "c": supply - made // 2 + o}
        return board + "".join((char.upper() * number).ljust(LEFT, EMPTY) for char, number in left.items())

    def button(self, position: Position, move: int) -> Add:
        return Add(EMPTY, move)

"""The picture of Chopsticks: the number of fingers on each hand, and below it the numbers that it can transfer."""

from __future__ import annotations

from typing import ClassVar

from puzzles.boards.game import Position
from puzzles.picture import Drawn, Image, Letter, Pieces
from puzzles.view import Add


class Hands(Pieces):
    images: ClassVar = {"abcd"[fingers - 1]: Image(f"general/{fingers}.svg", 0.6) for fingers in range(1, 5)}
    letters: ClassVar = str.maketrans("1234", "abcd")  # digits are for buttons

    def button(self, position: Position, move: int) -> Drawn | None:
        button = self.rules.button(position, move)
        if isinstance(button, Add):
            return Letter(button.char, self.center(button.cell))
        return super().button(position, move)

"""The picture of Chopsticks: the number of fingers on each hand, and below it the numbers that it can transfer."""

from __future__ import annotations

from typing import Any, ClassVar

from puzzles.boards.game import Position
from puzzles.picture import Drawn, Image, Letter, Pieces
from puzzles.two_player.chopsticks import parts_of
from puzzles.view import Add


class Hands(Pieces):
    images: ClassVar = {"abcd"[fingers - 1]: Image(f"general/{fingers}.svg", 0.6) for fingers in range(1, 5)}
    letters: ClassVar = str.maketrans("1234", "abcd")  # digits are for buttons

    def button(self, position: Position, move: int) -> Drawn | None:
        button = self.rules.button(position, move)
        if isinstance(button, Add):
            return Letter(button.char, self.center(button.cell))
        return super().button(position, move)

    def words(self, position: Any, move: Any) -> str:
        """Which hand taps which, or how many fingers go from one to the other."""
        fingers, source, target = parts_of(move)
        hands = ("left", "right")
        if source // 2 == target // 2:
            return f"{fingers} from {hands[source % 2]} to {hands[target % 2]}"
        return f"{hands[source % 2]} taps {hands[target % 2]}"

"""The picture of Chopsticks: hands that show their fingers, and beside each the numbers that it can transfer."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from puzzles.boards.game import Position
from puzzles.boards.moves import parts_of
from puzzles.drawing.look import Look
from puzzles.drawing.shapes import Point, moved, scaled
from puzzles.drawing.things import hand
from puzzles.picture import Drawn, Image, Letter, Pieces
from puzzles.two_player.chopsticks import HANDS, MOST
from puzzles.view import EMPTY, VOID, Add

APART = 100
"""Between two hands, in units of the drawing."""


class Hands(Pieces):
    images: ClassVar = {"abcd"[fingers - 1]: Image(f"general/{fingers}.svg", 0.6) for fingers in range(1, 5)}
    letters: ClassVar = str.maketrans("1234", "abcd")  # digits are for buttons

    @cached_property
    def look(self) -> Look:
        """Player 1's hands below, player 2's above, facing each other; the numbers in the corners."""
        hands = [Point(APART * (0.5 + side), y) for y in (150, 70) for side in (0, 1)]
        centers = [Point(APART, 110)] * (HANDS * (3 + MOST))
        kinds = ["."] * len(centers)
        for number, (x, y) in enumerate(hands):
            centers[self.rules.layout.places[number]] = Point(x, y)
            kinds[self.rules.layout.places[number]] = "ud"[number // 2]
            for fingers in range(1, MOST + 1):
                aside = 30 * (fingers - (MOST + 1) / 2)
                centers[HANDS * (2 + fingers) + number] = Point(x + aside, y + (48 if number < 2 else -48))
        shown = {str(fingers) if fingers else EMPTY: scaled(hand(fingers), 1.5) for fingers in range(MOST + 1)}
        pieces = {f"u{char}": drawn for char, drawn in shown.items()}
        pieces |= {f"d{char}": moved(drawn, 0, 0, 180) for char, drawn in shown.items()}
        pieces |= {EMPTY: "", VOID: ""}
        size = Point(2 * APART, 220)
        return Look(pieces, kinds="".join(kinds), centers=tuple(centers), size=size)

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

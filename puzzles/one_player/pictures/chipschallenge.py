"""The picture of Chip's Challenge: walls and things on the board of the first level."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import FLOOR, WALL, person
from perfect_play.puzzles.drawing.shapes import BLUE, GREEN, RED, WHITE, YELLOW, circle, filled, label, rect, stroke
from perfect_play.puzzles.picture import SLIDE, Image, Picture, Theme
from perfect_play.puzzles.view import EMPTY, VOID

IMAGES = {
    "W": "wall",
    "c": "computer_chip",
    "P": "exit",
    **{door: f"{color}_lock" for door, color in zip("YRBG", ("yellow", "red", "blue", "green"), strict=True)},
    **{key: f"{color}_key" for key, color in zip("yrbg", ("yellow", "red", "blue", "green"), strict=True)},
}
PITCH, FIRST = 15.5626, (17.75, 7.75)
SCALE = 15


COLORS = {"Y": YELLOW, "R": RED, "B": BLUE, "G": GREEN}
KEY = "M-11 0A5 5 0 1 1 -1 0H13V6M8 0V5"
PIECES = {
    EMPTY: FLOOR,
    VOID: "",
    "W": WALL,
    "p": FLOOR + person(),
    "P": FLOOR + circle(0, 0, 14, filled("#3f8fd0")) + circle(0, 0, 7, filled(WHITE)),
    "C": FLOOR + rect(0, 0, 30, 30, 2, filled("#3b444b")) + label("?", 0, 0, WHITE),
    "c": FLOOR + rect(0, 0, 22, 26, 3, filled("#2c3338")) + stroke("M-14 -7H14M-14 0H14M-14 7H14", "#c9a94b", 2),
    **{door: rect(0, 0, 38, 38, 3, filled(color)) + circle(0, 0, 5, filled(WHITE)) for door, color in COLORS.items()},
    **{key.lower(): FLOOR + stroke(KEY, color, 4) for key, color in COLORS.items()},
}


class Room(Picture):
    @cached_property
    def look(self) -> Look:
        return Look(PIECES)

    def themes(self) -> Sequence[Theme]:
        rows, cols = self.rules.rows, self.rules.cols
        centers = tuple((FIRST[0] + PITCH * col, FIRST[1] + PITCH * row) for row in range(rows) for col in range(cols))
        images = {char: Image(f"chipschallenge/{name}.svg", SCALE) for char, name in IMAGES.items()}
        images |= {"p": Image("chipschallenge/ox.svg", 30), "C": Image("chipschallenge/socket.svg", 12)}
        board = "chipschallenge/board.svg"
        return (Theme((300, 280), centers, images, {"x": SLIDE}, background=board, arrow_width=0.5),)

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        return text

    def description(self, position: Any, move: Any) -> str:
        """The cell to go to."""
        return f"to {self.name_of(self.rules.cells[move])}"

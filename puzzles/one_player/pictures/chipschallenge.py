"""The picture of Chip's Challenge: walls and things on the board of the first level."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.base import Position
from puzzles.picture import SLIDE, Image, Picture, Theme

IMAGES = {
    "W": "wall",
    "c": "computer_chip",
    "P": "exit",
    **{door: f"{color}_lock" for door, color in zip("YRBG", ("yellow", "red", "blue", "green"), strict=True)},
    **{key: f"{color}_key" for key, color in zip("yrbg", ("yellow", "red", "blue", "green"), strict=True)},
}
PITCH, FIRST = 15.5626, (17.75, 7.75)
SCALE = 15


class Room(Picture):
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

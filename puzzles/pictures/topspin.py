"""Top Spin, where there is an image of the board: a click on a disk turns it into the first place of the knob."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzles.base import Move, Position
from puzzles.one_player.topspin import FLIP
from puzzles.picture import Image, Picture, Point, Scene
from puzzles.view import Add

ARROW = "a"  # the first character of every position, a button that flips the knob
DISKS = {str(number): str(number) for number in range(1, 10)} | {"b": "0", "c": "11", "d": "12"}
"""The images of the disks, by their characters here; in the rules, 10 to 12 are a to c."""
CHARS = str.maketrans("abc", "bcd")


class Board(NamedTuple):
    """background: its image; scale: of the arrow; centers: of the arrow, then of the places."""

    background: str
    scale: float
    centers: tuple[Point, ...]


# fmt: off
BOARDS = {
    "10_2": Board("topspin/revised_top_spin_board.svg", 1.5, (
        (5.1, 1.8),
        (4.15, 3.65), (5.8, 3.65), (7.75, 3.65), (8.55, 5.15), (7.75, 6.65),
        (5.8, 6.65), (4.15, 6.65), (2.35, 6.65), (1.8, 5.15), (2.35, 3.65),
    )),
    "12_3": Board("topspin/12_3_topspin_board.svg", 1.8, (
        (4.8, 1.7),
        (3.8, 3.65), (5.2115, 3.65), (6.6, 3.65), (8.1, 3.65), (8.7, 5.15), (8.2, 6.65),
        (6.7, 6.65), (5.2, 6.65), (3.7, 6.65), (2.2, 6.65), (1.8, 5.15), (2.35, 3.65),
    )),
}
# fmt: on


class Ring(Scene):
    def pictures(self) -> Sequence[Picture]:
        board = BOARDS.get(self.rules.variant.id)
        if board is None:
            return ()
        disks = {char: Image(f"topspin/{number}_custom.svg", 3.5) for char, number in DISKS.items()}
        return (
            Picture(
                (10, 8),
                board.centers,
                {ARROW: Image("topspin/arrow_transparent.svg", board.scale), **disks},
                background=board.background,
                circle_radius=1,
            ),
        )

    def cells(self, position: Position) -> str:
        return ARROW + str(position).translate(CHARS)

    def button(self, position: Position, move: Move) -> Add:
        if move == FLIP:
            return Add(ARROW, 0)
        cells = self.cells(position)
        return Add(cells[-move], len(cells) - move)

    def sound(self, position: Position, move: Move) -> str:
        return "-" if move == FLIP else "x"

"""The picture of Hare and Hounds: the page's animals, on the page's boards."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.faces import HARE, HOUND
from perfect_play.puzzles.drawing.grids import points
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.shapes import UNIT
from perfect_play.puzzles.picture import Image, Pieces, Theme

BOARDS = {11: "small", 17: "medium", 23: "large"}


def _places(count: int) -> list[tuple[float, float]]:
    """Three rows, with a point before and one after the middle row."""
    middle = [((point + 2) // 3, (point - 1) % 3) for point in range(1, count - 1)]
    return [(0, 1), *middle, ((count + 1) // 3, 1)]


def _lines(rules: Any) -> list[tuple[int, int]]:
    return [(a, b) for a, adjacent in enumerate(rules.neighbors) for b in adjacent if a < b]


class Stones(Pieces):
    images: ClassVar = {"d": Image("hareandhounds/d.svg", 20), "r": Image("hareandhounds/r.svg", 20)}

    @cached_property
    def look(self) -> Look:
        return named(
            points(_places(len(self.board.cells)), _lines(self.rules), {"d": HOUND, "r": HARE}, UNIT * 1.2), self.board
        )

    def own_board(self) -> Theme:
        places = _places(len(self.board.cells))
        return Theme(
            (40 * places[-1][0] + 20, 100),
            tuple((40 * x + 10, 40 * y + 10) for x, y in places),
            self.images,
            {"d": "animals/dog.mp3", "r": "animals/bunny.mp3"},
            background=f"hareandhounds/board{BOARDS[len(places)]}.svg",
            entities_over_arrows=True,
            arrow_width=2,
        )

    def sound(self, position: Position, move: int) -> str:
        return "d" if position[0] == self.rules.hounds else "r"

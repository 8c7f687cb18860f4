"""The picture of Nine Men's Morris: black and white men, on the page's boards, and the men in hand."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of, source_of, target_of
from perfect_play.puzzles.drawing.grids import points
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.shapes import UNIT
from perfect_play.puzzles.picture import (
    HOLE,
    PLACE,
    REMOVE,
    SLIDE,
    Image,
    Mark,
    Pieces,
    Theme,
    Touch,
    Touches,
    changed,
    ground,
    scaled,
)
from perfect_play.puzzles.view import EMPTY, Add, Move

PAGE_BOARDS = {2: "369mm/board6mm.svg", 3: "369mm/board.svg"}
"""By number of squares."""


def _points(rules: Any) -> list[tuple[float, float]]:
    """The points, around the middle of the board."""
    squares: tuple[tuple[int, ...], ...] = rules.variant.options[0]
    rings, corners = len(squares), ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    places = {
        point: ((rings - ring) * corners[i][0], (rings - ring) * corners[i][1])
        for ring, square in enumerate(squares)
        for i, point in enumerate(square)
    }
    return [places[point] for point in range(rules.cols)]


def _places(rules: Any) -> list[tuple[float, float]]:
    """The points; the men in hand, below; and the ends of the arrows that take a man, around the points."""
    points, rings = _points(rules), rules.cols // 8
    around = ((-0.25, -0.2), (0.25, -0.2), (0.25, 0.25), (-0.25, 0.25))
    ends = [(x + right, y + down) for x, y in points for right, down in around]
    return [*points, (-1, rings + 1), (1, rings + 1), *ends]


def _lines(rules: Any) -> list[tuple[int, int]]:
    return [(a, b) for a, adjacent in enumerate(rules.neighbors) for b in adjacent if a < b]


class Men(Pieces):
    images: ClassVar = {
        "W": Image("general/whitepiece.svg", 0.65),
        "B": Image("general/blackpiece.svg", 0.65),
        **{digit: Image(f"general/{digit}.svg", 2.3) for digit in "0123456789"},
        "z": Image("369mm/z.svg", 0.87),
    }

    @cached_property
    def look(self) -> Look:
        hand: int = self.rules.cols  # the cell with the number of white men in hand; black's follows
        signs = {hand: self.men["W"], hand + 1: self.men["B"]}
        return named(
            points(_places(self.rules), _lines(self.rules), self.men, UNIT * 1.1, signs),
            self.board,
            {point: str(point) for point in range(hand)},
        )

    @cached_property
    def order(self) -> range:
        """The points and the men in hand, without the ends of arrows."""
        return range(self.rules.cols + 2)

    def own_board(self) -> Theme:
        rings: int = self.rules.cols // 8
        middle = (40 * rings + (40 if rings > 2 else 30), 40 * rings + 20)
        points = tuple((middle[0] + 40 * x, middle[1] + 40 * y) for x, y in _points(self.rules))
        return Theme(
            (80 * rings + 60, 80 * rings + 60),
            (*points, *((middle[0] + aside, middle[1]) for aside in (-15, 15))),
            scaled(self.images, 44 if rings > 2 else 36),
            {"x": PLACE, "y": SLIDE, "z": REMOVE},
            **ground(PAGE_BOARDS.get(rings, ""), points, 12, HOLE),
            arrow_width=5 if rings > 2 else 4,
        )

    def button(self, position: Position, move: int) -> Mark | None:
        return None if parts_of(move)[0] else _arrival(move)

    def sound(self, position: Position, move: int) -> str:
        return "x" if source_of(move) < 0 else "y"

    def touches(self, position: Position, move: int) -> Touches | None:
        """A man arrives at a point, and an enemy man is taken."""
        number, source, target = parts_of(move)
        if not number:
            return None
        captured = number - 1
        name = f"{source}-{target}" if source >= 0 else f"{target}"
        between = changed(self.cells(self.rules.do_move(position, move)), {captured: self.cells(position)[captured]})
        take = Touch(Add("z", captured), "z", f"r{captured}")
        return Touches(Touch(_arrival(move), self.sound(position, move), name), between, (take,))


def _arrival(move: int) -> Mark:
    """The place of a man to place, or the arrow of one that moves."""
    source, target = source_of(move), target_of(move)
    return Add(EMPTY, target) if source < 0 else Move(source, target)

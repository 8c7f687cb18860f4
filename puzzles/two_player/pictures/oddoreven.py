"""The picture of Odd or Even: the matches that are left in a row, those of each player in two columns, and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import OWNERS
from perfect_play.puzzles.drawing.shapes import GRAY, RED, UNIT, Point, circle, filled, label, rect
from perfect_play.puzzles.picture import NOWHERE, PLACE, Image, Letter, Picture, Theme
from perfect_play.puzzles.two_player.oddoreven import MATCHES, Position
from perfect_play.puzzles.view import EMPTY

PLACES = 12
"""The most matches that one player can take."""


NARROW = 34  # from one match to the next in our own drawing


class Matches(Picture):
    @cached_property
    def look(self) -> Look:
        """The matches that are left in a row, and below it those of each player, in frames for two: full if even."""
        match = rect(0, 3, 5, 30, 2, filled("#e6c68f", "#8a6a3a")) + circle(0, -12, 4.5, filled(RED, "#7c2018"))
        owned = {
            char: rect(0, 3, 5, 30, 2, filled(color)) + circle(0, -12, 4.5, filled(color)) for char, color in OWNERS
        }
        centers = [Point((col + 0.5) * NARROW, (row + 0.5) * (UNIT + 6)) for row in range(3) for col in range(MATCHES)]
        size = Point(MATCHES * NARROW, 3 * (UNIT + 6))
        pairs = ""
        for row, (_, color) in enumerate(OWNERS, start=1):
            y, style = (row + 0.5) * (UNIT + 6), f'fill="{color}" fill-opacity="0.12" stroke="{color}"'
            for even in range(2, PLACES + 1, 2):
                x = (even - 1) * NARROW
                pairs += rect(x, y, 2 * NARROW - 6, UNIT, 8, style) + label(str(even), x, y, GRAY, 13)
        return Look({EMPTY: "", "n": match, **owned}, centers=tuple(centers), size=size, under=pairs)

    def themes(self) -> Sequence[Theme]:
        row = [(5 + 10 * match, 10) for match in range(MATCHES)]
        columns = [(x + 10 * (i % 2), 90 - 10 * (i // 2)) for x in (30, 110) for i in range(PLACES)]
        numbers = [(75, 25), (35, 105), (115, 105)]
        return (
            Theme(
                (150, 150),
                (*row, *columns, *numbers),
                {
                    "n": Image("oddoreven/n.svg", 10),
                    "x": Image("general/bluepiece.svg", 10),
                    "o": Image("general/redpiece.svg", 10),
                },
                {"x": PLACE},
                background="oddoreven/board.svg",
                animation="entityFade",
                font_size=10,
                letter_size=8,
            ),
        )

    def cells(self, position: Position) -> str:
        """The matches, and the three numbers."""
        _, first, second = position
        remaining = MATCHES - first - second
        matches = (
            ("n" * remaining).ljust(MATCHES, "-") + ("x" * first).ljust(PLACES, "-") + ("o" * second).ljust(PLACES, "-")
        )
        return f"{matches}{NOWHERE * 3}~{remaining}~{first}~{second}"

    def button(self, position: Position, move: int) -> Letter:
        return Letter(str(move), MATCHES - position[1] - position[2] - move)

"""The picture of Odd or Even: the matches that are left in a row, those of each player in two columns, and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.picture import NOWHERE, PLACE, Image, Letter, Picture, Theme
from puzzles.two_player.oddoreven import MATCHES, Position

MOST = 12
"""The most matches that one player can take."""


class Matches(Picture):
    def themes(self) -> Sequence[Theme]:
        row = [(5 + 10 * match, 10) for match in range(MATCHES)]
        columns = [(x + 10 * (i % 2), 90 - 10 * (i // 2)) for x in (30, 110) for i in range(MOST)]
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
        left = MATCHES - first - second
        drawn = ("n" * left).ljust(MATCHES, "-") + ("x" * first).ljust(MOST, "-") + ("o" * second).ljust(MOST, "-")
        return f"{drawn}{NOWHERE * 3}~{left}~{first}~{second}"

    def button(self, position: Position, move: int) -> Letter:
        return Letter(str(move), MATCHES - position[1] - position[2] - move)

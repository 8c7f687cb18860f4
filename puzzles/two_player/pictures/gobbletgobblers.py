"""The picture of Gobblet Gobblers: the visible pieces on the page's board, all pieces in miniature, those in hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLUE, INK, ORANGE, WHITE, Point, circle, filled, moved, path, stroke
from perfect_play.puzzles.picture import PLACE, Image, Mark, Picture, Theme
from perfect_play.puzzles.two_player.gobbletgobblers import BOARD, visible
from perfect_play.puzzles.view import EMPTY, Add
from perfect_play.puzzles.view import Move as Arrow

LETTERS = ("XYZ", "OPQ")
"""The letters of each player's pieces, the smallest first."""
HELD = ((2, 35), (5, 34), (11, 33))
"""Where player 1's first piece of each size is drawn while in hand: player 2's is to the right, the second below."""


PITCH = 104  # of the cells in our own drawing
TOP = 64  # above them
RADII = (11, 16, 27)
SPREAD = ((28, 30), (-26, 27), (0, -18))
"""The places in a cell of the pieces of each size."""


def gobbler(color: str, radius: float) -> str:
    """A piece with two eyes, as round as it is tall."""
    body = path(f"M{-radius} {radius}V0A{radius} {radius} 0 0 1 {radius} 0V{radius}Z", filled(color, "#00000088"))
    eyes = "".join(circle(x * radius, -0.1 * radius, radius * 0.26, f'fill="{WHITE}"') for x in (-0.4, 0.4))
    return body + eyes + "".join(circle(x * radius, -0.1 * radius, radius * 0.12, f'fill="{INK}"') for x in (-0.4, 0.4))


class Gobblers(Picture):
    @cached_property
    def look(self) -> Look:
        """A place for each size on each cell, with its pieces; above the cells, one piece of each kind."""
        sizes = range(self.rules.rows)
        cells = [Point((col + 0.5) * PITCH, TOP + (row + 0.5) * PITCH) for row in range(3) for col in range(3)]
        centers = [Point(x + SPREAD[size][0], y + SPREAD[size][1]) for size in sizes for x, y in cells]
        pieces = {
            f"{'SML'[size]}{char}": gobbler(color, RADII[size])
            for size in sizes
            for char, color in (("X", BLUE), ("O", ORANGE))
        }
        kinds = "".join("SML"[size] * BOARD for size in sizes)
        wide = 3 * PITCH
        lines = "".join(f"M{i * PITCH} {TOP + 4}V{TOP + wide - 4}M4 {TOP + i * PITCH}H{wide - 4}" for i in (1, 2))
        under = stroke(lines, INK, 4, 'class="ink line"')
        for color, sign in ((BLUE, -1), (ORANGE, 1)):
            under += "".join(
                moved(gobbler(color, RADII[size]), wide / 2 + sign * (26 + 50 * size), 54 - RADII[size])
                for size in sizes
            )
        return Look(
            {EMPTY: "", **pieces}, kinds=kinds, centers=tuple(centers), size=Point(wide, TOP + wide), under=under
        )

    def themes(self) -> Sequence[Theme]:
        """The board, each size beside it in miniature, then the pieces in hand."""
        sizes = range(self.rules.rows)
        board = [(4 + 10 * (cell % 3), 5 + 10 * (cell // 3)) for cell in range(BOARD)]
        small = [(x + 4.5, y + 2.5 - 2.5 * size) for size in sizes for x, y in board]
        held = [(x + right, y + down) for down in (0, 7) for right in (0, 15.5) for x, y in HELD[: len(sizes)]]
        images = {
            letters[size]: Image(f"ttt/{mark}.svg", scale)
            for letters, mark in zip(LETTERS, "xo", strict=True)
            for size, scale in enumerate((2, 4.5, 7.5))
        }
        return (
            Theme(
                (30, 45),
                (*board, *small, *held),
                images,
                {"x": PLACE},
                background="gobblet/3x3grid_tall.svg",
                animation="entityFade",
                entities_over_arrows=True,
                arrow_width=0.4,
                circle_radius=0.8,
            ),
        )

    def cells(self, position: Position) -> str:
        """The visible pieces, the pieces of each size, and those in hand."""
        cells = position[1]
        numbers = self.rules.numbers(cells)
        places = [visible(numbers, cell) for cell in range(BOARD)]
        visible_pieces = [LETTERS[numbers[place] - 1][place // BOARD] if place >= 0 else EMPTY for place in places]
        held = [
            letters[size] if self._placed(cells, piece, size) <= supply - nth else EMPTY
            for nth in (1, 2)
            for piece, letters in zip("XO", LETTERS, strict=True)
            for size, supply in enumerate(self.rules.supply)
        ]
        return "".join([*visible_pieces, cells, *held])

    def _placed(self, cells: str, piece: str, size: int) -> int:
        return cells[BOARD * size : BOARD * (size + 1)].count(piece)

    def button(self, position: Position, move: int) -> Mark:
        """An arrow between cells of the board; a piece is placed by its size."""
        button = self.rules.button(position, move)
        if isinstance(button, Arrow):
            return Arrow(button.source % BOARD, button.target % BOARD)
        return Add(EMPTY, BOARD + button.cell)

    def description(self, position: Any, move: Any) -> str:
        """The size in words: `small to a3`."""
        name: str = super().description(position, move)
        sizes = {"S-": "small to ", "M-": "medium to ", "L-": "large to "}
        return sizes.get(name[:2], name[:2]) + name[2:]

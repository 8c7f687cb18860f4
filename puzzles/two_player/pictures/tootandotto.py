"""The picture of Toot and Otto: the board from the bottom up, the letters in hand beside it, the buttons above it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from puzzles.boards.game import Position
from puzzles.drawing.grids import boxes
from puzzles.drawing.look import Look
from puzzles.drawing.men import token
from puzzles.drawing.shapes import INK, RED, YELLOW
from puzzles.picture import REMOVE, Image, Picture, Theme
from puzzles.two_player.tootandotto import ROWS
from puzzles.view import Add


class Letters(Picture):
    @cached_property
    def look(self) -> Look:
        return boxes({"T": token("T", YELLOW, INK), "O": token("O", RED)})

    def themes(self) -> Sequence[Theme]:
        cols: int = self.rules.cols
        columns = [35 + 10 * col for col in range(cols)]
        cells = [(x, 65 - 10 * row) for row in range(ROWS) for x in columns]
        supplies = [(x, 65 - 10 * i) for x in (5, 15, 45 + 10 * cols, 55 + 10 * cols) for i in range(cols)]
        buttons = [(x, y) for y in (5, 15) for x in columns]
        files = {"T": "T", "t": "tt", "O": "O", "o": "oo"}
        own = cols >= 4
        return (
            Theme(
                (60 + 10 * cols, 70),
                (*cells, *supplies, *buttons),
                {letter: Image(f"tootandotto/{file}.svg", 10) for letter, file in files.items()},
                {"x": REMOVE},
                background=f"tootandotto/background{cols}.svg" if own else "",
                foreground=f"tootandotto/foreground{cols}.svg" if own else "",
                animation="entityFade",
                name="dan",
            ),
        )

    def cells(self, position: Position) -> str:
        """The board, then player 1's T and O, and player 2's O and T."""
        cols: int = self.rules.cols
        board = "".join(position[1][cols * row : cols * (row + 1)] for row in reversed(range(ROWS)))
        first_t, first_o, second_t, second_o = self.rules.supplies(position)
        supplies = ("T" * first_t, "O" * first_o, "O" * second_o, "T" * second_t)
        return board + "".join(supply.ljust(cols, "-") for supply in supplies) + "-" * 2 * cols

    def button(self, position: Position, move: int) -> Add:
        cols: int = self.rules.cols
        return Add("to"[move % 2], (2 * ROWS + move % 2) * cols + move // 2)

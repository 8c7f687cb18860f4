"""The picture of Toot and Otto: the board from the bottom up, the letters in hand beside it, the buttons above it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.men import token
from perfect_play.puzzles.drawing.scenes import drop_board
from perfect_play.puzzles.drawing.shapes import GREEN, INK, ORANGE, UNIT, WHITE, Point, label, moved, scaled
from perfect_play.puzzles.picture import REMOVE, Image, Picture, Theme, ground
from perfect_play.puzzles.two_player.tootandotto import ROWS
from perfect_play.puzzles.view import VOID, Add


class Letters(Picture):
    @cached_property
    def look(self) -> Look:
        """A row of places to drop a T, one for an O, the frame, and below it each player's letters in hand."""
        letters = {"T": token("T", ORANGE, WHITE), "O": token("O", GREEN, WHITE)}
        cols: int = self.rules.cols
        board = drop_board(ROWS, cols, letters, top=2)
        wide = max(cols * UNIT, 150)
        hands = [Point(75 + 52 * (place % 2), (ROWS + 2.9 + 0.8 * (place // 2)) * UNIT) for place in range(4)]
        supplies = "".join(moved(scaled(letters["TO"[i % 2]], 0.6), x - 20, y) for i, (x, y) in enumerate(hands))
        supplies += "".join(
            label(name, 22, y, INK, 13, 'class="say"')
            for name, (_, y) in zip(("TOOT", "OTTO"), hands[::2], strict=True)
        )
        digits = {str(digit): label(f"×{digit}", 0, 0, INK, 15, 'class="say"') for digit in range(7)}
        return replace(
            board,
            pieces={VOID: "", **board.pieces, **digits},
            centers=(*grid(2 + ROWS, cols), *hands),
            size=Point(wide, (ROWS + 4.2) * UNIT),
            under=board.under + supplies,
        )

    def description(self, position: Any, move: Any) -> str:
        """The letter and its column: `T in column 1`."""
        name: str = self.rules.format_move(position, move)
        return f"{name[0]} in column {name[1:]}"

    def themes(self) -> Sequence[Theme]:
        cols: int = self.rules.cols
        columns = [35 + 10 * col for col in range(cols)]
        cells = [(x, 65 - 10 * row) for row in range(ROWS) for x in columns]
        supplies = [(x, 65 - 10 * i) for x in (5, 15, 45 + 10 * cols, 55 + 10 * cols) for i in range(cols)]
        buttons = [(x, y) for y in (5, 15) for x in columns]
        files = {"T": "T", "t": "tt", "O": "O", "o": "oo"}
        has_image = cols >= 4
        return (
            Theme(
                (60 + 10 * cols, 70),
                (*cells, *supplies, *buttons),
                {letter: Image(f"tootandotto/{file}.svg", 10) for letter, file in files.items()},
                {"x": REMOVE},
                **ground(f"tootandotto/background{cols}.svg" if has_image else "", cells, 9.6),
                foreground=f"tootandotto/foreground{cols}.svg" if has_image else "",
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

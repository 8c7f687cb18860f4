"""The picture of Dobutsu Shogi: animals with a dot for each of their steps, and the pieces in hand at either end."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.picture import Mark, Picture
from perfect_play.puzzles.two_player.dshogi import HANDS
from perfect_play.puzzles.view import EMPTY, Add, Move

PAIRS = {"g": "b", "e": "a", "c": "d"}
"""The letters on the page for two pieces of a kind in hand."""


class Animals(Picture):
    def cells(self, position: Position) -> str:
        """The cells, and in each hand a piece or a pair of each kind."""
        board, held = position[1][:-HANDS], position[1][-HANDS:]
        kinds = [case(EMPTY + single + pair) for case in (str.upper, str.lower) for single, pair in PAIRS.items()]
        return board + "".join(kind[int(number)] for kind, number in zip(kinds, held, strict=True))

    def button(self, position: Position, move: int) -> Mark:
        """An arrow, or the place of a kind of piece on the cell where it is dropped."""
        kind, source, target = parts_of(move)
        cells = self.rules.cells
        return Add(str(kind - 1), cells * kind + HANDS + target) if kind else Move(source, target)

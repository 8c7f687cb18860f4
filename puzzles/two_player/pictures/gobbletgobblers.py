"""The picture of Gobblet Gobblers: the visible pieces on the page's board, all pieces in miniature, those in hand."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Arrow, Mark, Picture
from perfect_play.puzzles.two_player.gobbletgobblers import BOARD, visible
from perfect_play.puzzles.view import EMPTY, Add

LETTERS = ("XYZ", "OPQ")
"""The letters of each player's pieces, the smallest first."""


class Gobblers(Picture):
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

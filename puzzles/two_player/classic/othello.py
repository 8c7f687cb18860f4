"""Othello in GamesmanClassic: mirrored, so that player 1 begins on the other side; below it the scores, and a pass."""

from perfect_play.puzzles import mirrored
from perfect_play.puzzles.back_ends import ClassicPicture
from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.two_player.othello import PASS
from perfect_play.puzzles.view import Add


class Discs(ClassicPicture):
    def cells(self, position: Position) -> str:
        cells = position[1]
        scores = f"{cells.count('x'):02}{cells.count('o'):02}"
        return mirrored(cells.translate(str.maketrans("xo", "BW")), self.rules.cols) + scores

    def button(self, position: Position, move: int) -> Add:
        cells: int = self.rules.cells
        return Add("P", cells + 4) if move == PASS else Add("h", self._mirrored(move))

    def sound(self, position: Position, move: int) -> str:
        return "y" if move == PASS else "x"

    def name(self, position: Position, move: int) -> str:
        return str(self.rules.format_move(position, self._mirrored(move)))

    def _mirrored(self, move: int) -> int:
        side: int = self.rules.cols
        return move if move == PASS else move - 2 * (move % side) + side - 1

"""Connect 4 Twist and Turn in GamesmanClassic: a turn has its button where the turning row meets the column."""

from perfect_play.puzzles.back_ends import ClassicPicture
from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.two_player.connect4twist import LEFT
from perfect_play.puzzles.view import Add, Move


class Tower(ClassicPicture):
    def cells(self, position: Position) -> str:
        return position[1]

    def button(self, position: Position, move: int) -> Add | Move:
        cell, direction = divmod(move, 3)
        first: int = self.rules.cells
        drop = Move(first + cell, first + self.rules.cols + cell)
        return Add("l" if direction == LEFT else "r", cell) if direction else drop

    def sound(self, position: Position, move: int) -> str:
        return "y" if move % 3 else "x"

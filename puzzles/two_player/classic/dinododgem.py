"""Dino Dodgem in GamesmanClassic: columns from the left, each from the bottom; the exits at the top and right."""

from functools import cached_property

from perfect_play.puzzles.back_ends import ClassicPicture
from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.view import Move


class Dinosaurs(ClassicPicture):
    @cached_property
    def order(self) -> list[int]:
        """The cells of our board by center."""
        side: int = self.rules.side
        size = side + 1
        board = [(side - height) * size + column for column in range(side) for height in range(side)]
        return [*board, *range(1, side), *(row * size + side for row in range(1, side))]

    def cells(self, position: Position) -> str:
        return "".join(position[1][cell] for cell in self.order)

    def button(self, position: Position, move: int) -> Move:
        return Move(self.order.index(source_of(move)), self.order.index(target_of(move)))

    def sound(self, position: Position, move: int) -> str:
        return "xy"[position[0] - 1]

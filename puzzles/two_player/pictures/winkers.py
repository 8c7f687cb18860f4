"""The picture of Winkers, with what each player has left in rows below; the page has an image of the larger board."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY

SUPPLY = 10
"""The most discs or winkers that a player can have left."""


class Discs(Picture):
    def cells(self, position: Position) -> str:
        board, supply = position[1], self.rules.supply
        x, o = board.count("X"), board.count("O")
        moves = board.count("C") + 2 * (x + o)
        held = {"X": supply - x, "O": supply - o, "C": supply - (moves + 1) // 2 + x, "c": supply - moves // 2 + o}
        return board + "".join((char.upper() * number).ljust(SUPPLY, EMPTY) for char, number in held.items())

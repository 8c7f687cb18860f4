"""The picture of Winkers, with what each player has left in rows below; the page has an image of the larger board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.hexagons import places
from perfect_play.puzzles.drawing.figures import hexagons
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.men import disc
from perfect_play.puzzles.drawing.shapes import BLUE, RED, WHITE, circle, filled, stroke
from perfect_play.puzzles.picture import HOLE, Image, Picture, Theme, ground
from perfect_play.puzzles.view import EMPTY, Add

REGULAR = 19  # cells of the page's board
SUPPLY = 10
"""The most discs or winkers that a player can have left."""


RADIUS = 27  # of the hexagons in our own drawing
EYELID = stroke("M-7 -1Q0 7 7 -1M0 3V7M-5 2L-7 5M5 2L7 5", WHITE, 2)


class Discs(Picture):
    @cached_property
    def look(self) -> Look:
        """Round hollows, neutral discs in them, and on these the winkers, which are eyes that wink."""
        (lengths,) = self.rules.variant.options
        cells = [(RADIUS * 0.5 * 3**0.5 * right, 1.5 * RADIUS * row) for row, right in places(lengths)]
        neutral = circle(0, 0, 19, filled("#b9c0c5", "#00000077"))
        winkers = {char: neutral + disc(color, 14) + EYELID for char, color in (("X", BLUE), ("O", RED))}
        look = hexagons(cells, {"C": neutral, **winkers}, RADIUS)
        hollows = "".join(circle(x, y, 22.5, filled("#d3e0d8", "#6d8a7b", 1.5)) for x, y in look.centers)
        return named(replace(look, under=hollows, ring=20), self.board, x=0, y=18)

    def themes(self) -> Sequence[Theme]:
        """The cells; then the winkers that the players have left, and the neutral discs."""
        (lengths,) = self.rules.variant.options
        cells = [(120 + 22.5 * right, 40 + 40 * row) for row, right in places(lengths)]
        centers = [*cells, *((first + 6 * i, y) for y in (240, 280) for first in (30, 150) for i in range(SUPPLY))]
        images = {char: Image(f"winkers/{char}.svg", 50) for char in "XOC"}
        board = "winkers/background.svg" if len(centers) == REGULAR + 4 * SUPPLY else ""
        return (Theme((240, 300), tuple(centers), images, **ground(board, cells, 10, HOLE)),)

    def cells(self, position: Position) -> str:
        board, supply = position[1], self.rules.supply
        x, o = board.count("X"), board.count("O")
        moves = board.count("C") + 2 * (x + o)
        held = {"X": supply - x, "O": supply - o, "C": supply - (moves + 1) // 2 + x, "c": supply - moves // 2 + o}
        return board + "".join((char.upper() * number).ljust(SUPPLY, EMPTY) for char, number in held.items())

    def button(self, position: Position, move: int) -> Add:
        return Add(EMPTY, move)

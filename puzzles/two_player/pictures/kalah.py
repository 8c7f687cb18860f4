"""The pictures of Kalah: two rows of numbered pits with a store each; a click beside a pit sows from it.

The page has a board of three pits a side; on any other they are plain circles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import pits
from perfect_play.puzzles.picture import NOWHERE, PLACE, Image, Picture, Theme
from perfect_play.puzzles.sowing import PASS
from perfect_play.puzzles.view import EMPTY, Add

OWN_BOARD = 3  # pits a side
PITCH, HEIGHT = 100, 200
STONE_PIT, STORE = "p", "s"
CIRCLE = "topspin/topspin_piece.svg"


class Pits(Picture):
    """The centers are circles where needed, then the pits and stores in the order of the rules, then their buttons."""

    carved = False

    @cached_property
    def look(self) -> Look:
        return pits(self.board, self.carved)

    def description(self, position: Position, move: Move) -> str:
        """The pit, numbered from the player's left: `pit 2`."""
        name = self.rules.format_move(position, move)
        return f"pit {name}" if name.isdigit() else str(name)

    @property
    def _circles(self) -> str:
        pits: int = self.rules.pits
        return "" if pits == OWN_BOARD else 2 * (pits * STONE_PIT + STORE)

    def themes(self) -> Sequence[Theme]:
        pits = self.rules.pits
        width = PITCH * (pits + 2)
        along = [PITCH * (pit + 1.5) for pit in range(pits)]
        below, above = [(x, 150) for x in along], [(x, 50) for x in reversed(along)]
        places = (*below, (width - 50, 100), *above, (50, 100))
        buttons = tuple((x, y + 35 if y >= 100 else y - 35) for x, y in places)
        circles = {STONE_PIT: Image(CIRCLE, 75), STORE: Image(CIRCLE, 110)} if self._circles else {}
        return (
            Theme(
                (width, HEIGHT),
                places[: len(self._circles)] + places + buttons,
                circles,
                sounds={"x": PLACE},
                background="" if circles else "mancala/mancala.svg",
                animation="entityFade",
                font_size=26,
            ),
        )

    def cells(self, position: Position) -> str:
        stones = position[1]
        return self._circles + NOWHERE * len(stones) + "".join(f"~{count}" for count in stones)

    def button(self, position: Position, move: Move) -> Add:
        """Below a pit, or above it; for a pass, in one's own store."""
        turn, stones = position
        store = len(stones) // 2 * turn - 1
        return Add(EMPTY, len(self._circles) + len(stones) + (store if move == PASS else move))

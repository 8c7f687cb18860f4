"""The pictures of Kalah: two rows of numbered pits with a store each; a click beside a pit sows from it.

The page has a board of three pits a side; on any other they are plain circles.
"""

from __future__ import annotations

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.picture import Picture, numbered

OWN_BOARD = 3  # pits a side
STONE_PIT, STORE = "p", "s"


class Pits(Picture):
    """The centers are circles where needed, then the pits and stores in the order of the rules, then their buttons."""

    @property
    def _circles(self) -> str:
        pits: int = self.rules.pits
        return "" if pits == OWN_BOARD else 2 * (pits * STONE_PIT + STORE)

    def cells(self, position: Position) -> str:
        return numbered(self._circles, position[1])

"""The picture of Chung-Toi: a place on the left of each cell lays a stone upright, one on the right crosswise.

A stone on the board is moved, or touched to stay; then a second touch turns it or leaves it as it lies.
"""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.picture import Picture, Touch, Touches, changed
from perfect_play.puzzles.two_player.chungtoi import CELLS
from perfect_play.puzzles.view import EMPTY, Add, Move

STANDING = "abcdefghi"
"""A letter for each cell, that says which stone is to be turned where it stands."""


class ChungToiPicture(Picture):
    def touches(self, position: Position, move: int) -> Touches | None:
        """A stone steps, or is touched where it stands; then it is turned, or left as it is."""
        source, target = source_of(move // 2), target_of(move // 2)
        if source < 0:
            return None
        before = self.cells(position)
        turned = "TXtx".index(before[source]) % 2 != move % 2
        second = Touch(Add("r", target), "x", "turn") if turned else Touch(Add(EMPTY, target), "y", "leave")
        name = self.name(position, move)[:-1]
        if source == target:
            return Touches(Touch(Add(EMPTY, source), "y", name), changed(before, {CELLS: STANDING[source]}), (second,))
        between = changed(before, {source: EMPTY, target: before[source]})
        return Touches(Touch(Move(source, target), "z", name), between, (second,))

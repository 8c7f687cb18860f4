"""The picture of Marble Circuit: tiles in their slots, the supply, the goal and the result."""

from __future__ import annotations

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.one_player.marblecircuit import CONFIRM, exits
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY, Add

KINDS, BUTTONS = "TOYM", "toym"
SUPPLY, GOAL, RESULT = "abdefghijk", "FGHIJKLNPQ", "RUVWXZABCD"
"""The digits from 0 to 9, in three sizes."""
CHOICE, OK, OFF = 50, 90, 91  # the first centers of tiles to choose from, of confirming and of taking off


class Circuit(Picture):
    def cells(self, position: Position) -> str:
        tiles: str
        tiles, confirmed = position
        result = exits(tiles) if confirmed else [0] * 5
        counters = ((SUPPLY, self.rules.supply(tiles)), (GOAL, self.rules.goal), (RESULT, result))
        return tiles + KINDS + "".join(letters[count] for letters, counts in counters for count in counts)

    def button(self, position: Position, move: Move) -> Add:
        slot, tile = move
        if move == CONFIRM:
            return Add(EMPTY, OK)
        return Add(BUTTONS[tile - 1], CHOICE + 4 * slot + tile - 1) if tile else Add(EMPTY, OFF + slot)

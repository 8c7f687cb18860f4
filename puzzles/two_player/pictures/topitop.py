"""The picture of Topitop: six layers of pieces on every cell, and buttons for each kind of piece."""

from __future__ import annotations

from functools import cached_property

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.topitop import SMALL
from perfect_play.puzzles.view import EMPTY, Add, Move

STACKS = {"C": "---S-L"} | {
    stack: layers.replace("b", bucket)
    for bucket, stacks in (("B", "BXP"), ("R", "ROQ"))
    for stack, layers in zip(stacks, ("--b---", "-b--S-", "b--S-L"), strict=True)
}
"""What lies in each layer of a cell, by the letter of the stack; `S` and `L` alone are in the last two."""


class Castles(Picture):
    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        return [(a, b) for a, cells in enumerate(self.rules.neighbors) for b in sorted(cells) if b > a]

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)[2:]
        layers = [
            STACKS.get(stack, ("-----" + stack) if stack == "L" else f"----{stack}-")
            for stack in text[: self.rules.cells]
        ]
        return "".join(layers) + text[self.rules.cells :].ljust(2, EMPTY)

    def button(self, position: Position, move: int) -> Add | Move:
        placed, source, target = parts_of(move)
        first = len(STACKS["C"]) * self.rules.cells + 2
        after = first + 2 * len(self._pairs)
        if placed > 0:
            kind = max(placed - SMALL + 1, 0)
            return Add("vw"[kind - 1] if kind else "tu"[placed - 1], after + self.rules.cells * kind + target)
        if source < 0:
            return Add("P", after + 3 * self.rules.cells)
        end = first + 2 * self._pairs.index((min(source, target), max(source, target)))
        return Move(end, end + 1) if source < target else Move(end + 1, end)

    def sound(self, position: Position, move: int) -> str:
        placed, source, _ = parts_of(move)
        return ("wx"[placed - SMALL] if placed >= SMALL else "y") if placed else "z" if source >= 0 else "v"

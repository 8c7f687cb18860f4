"""The picture of Squirrels Go Nuts: squirrels, nuts, holes and flowers on a board of 4 x 4."""

from __future__ import annotations

from perfect_play.puzzles.one_player.squirrels import CELLS, PAWS, SIDE, Position, Step
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY, Move

FIRST_NUT = 5  # nut 1 in a hole is drawn as 6
SIDES = ((0, -1, "R"), (-1, 0, "B"), (0, 1, "L"), (1, 0, "T"))
"""(down, right) to the next cell of the same squirrel, and the end of the squirrel that the current cell then is."""
WITH_NUT = dict(zip("TRBL", "1234", strict=True))


class Meadow(Picture):
    def cells(self, position: Position) -> str:
        chars = dict.fromkeys(self.rules.flowers, "X")
        for hole, nut in zip(self.rules.holes, position.nuts, strict=True):
            chars[hole] = str(FIRST_NUT + nut) if nut else "H"
        parts = self.rules.parts(position)
        for cell, part in parts.items():
            end = next(end for down, right, end in SIDES if _is_joined(parts, cell, down, right))
            if PAWS in part:
                end = end.lower() if int(part[2]) in position.nuts else WITH_NUT[end]
            chars[cell] = end
        return "".join(chars.get(cell, EMPTY) for cell in range(CELLS))

    def name(self, position: Position, move: Step) -> str:
        """Every cell of the squirrel with its target."""
        parts = self.rules.parts(position)
        arrow: Move = self.rules.button(position, move)
        by = arrow.target - arrow.source
        texts = [f"M_{cell}_{cell + by}_{part}" for cell, part in sorted(parts.items()) if int(part[2]) == move[0]]
        return "|".join(texts)


def _is_joined(parts: dict[int, str], cell: int, down: int, right: int) -> bool:
    """Whether the cell so far away is covered by the same squirrel."""
    row, col = cell // SIDE + down, cell % SIDE + right
    part = parts.get(row * SIDE + col) if 0 <= row < SIDE and 0 <= col < SIDE else None
    return part is not None and part[2] == parts[cell][2]

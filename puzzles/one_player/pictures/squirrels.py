"""The picture of Squirrels Go Nuts: squirrels, nuts, holes and flowers on a board of 4 x 4."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.one_player.squirrels import CELLS, PAWS, SIDE, Position, Step
from puzzles.picture import Image, Picture, Theme
from puzzles.view import EMPTY, Move

ALONG = (55, 150, 245, 340)  # the positions of cells, in both directions
FIRST_NUT = 5  # nut 1 in a hole is drawn as 6
SIDES = ((0, -1, "R"), (-1, 0, "B"), (0, 1, "L"), (1, 0, "T"))
"""(down, right) to the next cell of the same squirrel, and the end of the squirrel that the present cell then is."""
WITH_NUT = dict(zip("TRBL", "1234", strict=True))
IMAGES = {
    **dict.fromkeys("1234", ("squirrel_acorn", 120)),
    **dict.fromkeys("56789A", ("acorn", 80)),
    **dict.fromkeys("bltr", ("squirrel_empty", 120)),
    **{"B": ("squirrel_bottom", 325), "L": ("squirrel_left", 325), "R": ("squirrel_right", 325)},
    **{"T": ("squirrel_top", 325), "H": ("hole", 120), "X": ("flower", 200)},
}


class Meadow(Picture):
    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"squirrels/{name}.svg", scale) for char, (name, scale) in IMAGES.items()}
        centers = tuple((x, y) for y in ALONG for x in ALONG)
        return (Theme((400, 400), centers, images, background="squirrels/board.svg", arrow_width=5),)

    def cells(self, position: Position) -> str:
        shown = dict.fromkeys(self.rules.flowers, "X")
        for hole, nut in zip(self.rules.holes, position.nuts, strict=True):
            shown[hole] = str(FIRST_NUT + nut) if nut else "H"
        parts = self.rules.parts(position)
        for cell, part in parts.items():
            end = next(end for down, right, end in SIDES if _same(parts, cell, down, right))
            if PAWS in part:
                end = end.lower() if int(part[2]) in position.nuts else WITH_NUT[end]
            shown[cell] = end
        return "".join(shown.get(cell, EMPTY) for cell in range(CELLS))

    def name(self, position: Position, move: Step) -> str:
        """Every cell of the squirrel with its target."""
        parts = self.rules.parts(position)
        arrow: Move = self.rules.button(position, move)
        by = arrow.target - arrow.source
        texts = [f"M_{cell}_{cell + by}_{part}" for cell, part in sorted(parts.items()) if int(part[2]) == move[0]]
        return "|".join(texts)


def _same(parts: dict[int, str], cell: int, down: int, right: int) -> bool:
    """Whether the cell so far away is covered by the same squirrel."""
    row, col = cell // SIDE + down, cell % SIDE + right
    other = parts.get(row * SIDE + col) if 0 <= row < SIDE and 0 <= col < SIDE else None
    return other is not None and other[2] == parts[cell][2]

"""The picture of Squirrels Go Nuts: squirrels, nuts, holes and flowers on a board of 4 x 4."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.faces import face
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.shapes import UNIT, WHITE, YELLOW, circle, filled, label, moved, path, rect, stroke
from perfect_play.puzzles.one_player.squirrels import CELLS, PAWS, SIDE, Position, Step
from perfect_play.puzzles.picture import Image, Picture, Theme
from perfect_play.puzzles.view import EMPTY, Move

ALONG = (55, 150, 245, 340)  # the positions of cells, in both directions
FIRST_NUT = 5  # nut 1 in a hole is drawn as 6
SIDES = ((0, -1, "R"), (-1, 0, "B"), (0, 1, "L"), (1, 0, "T"))
"""(down, right) to the next cell of the same squirrel, and the end of the squirrel that the current cell then is."""
WITH_NUT = dict(zip("TRBL", "1234", strict=True))
IMAGES = {
    **dict.fromkeys("1234", ("squirrel_acorn", 120)),
    **dict.fromkeys("56789A", ("acorn", 80)),
    **dict.fromkeys("bltr", ("squirrel_empty", 120)),
    **{"B": ("squirrel_bottom", 325), "L": ("squirrel_left", 325), "R": ("squirrel_right", 325)},
    **{"T": ("squirrel_top", 325), "H": ("hole", 120), "X": ("flower", 200)},
}


COATS = {
    "brown": "#b5652d",
    "gray": "#7d8890",
    "sandy": "#d8c09a",
    "dark brown": "#5c4033",
    "pink": "#c97b63",
    "purple": "#8a6bab",
    "blue": "#4f7fa8",
}
HOLE_IN_GROUND = circle(0, 0, 15, filled("#4a3423", "#00000066"))
FLOWER = "".join(circle(x, y, 7, 'fill="#e88bb0"') for x, y in ((0, -9), (9, -2), (5, 8), (-5, 8), (-9, -2)))
FLOWER += circle(0, 0, 6, f'fill="{YELLOW}"')


def nut(radius: float) -> str:
    """An acorn."""
    cup = f"M{-radius} -{radius * 0.3}A{radius} {radius * 0.8} 0 0 1 {radius} -{radius * 0.3}Z"
    return circle(0, 0, radius * 0.85, filled("#a8672c", "#00000066")) + path(cup, 'fill="#5c3a17"')


class Meadow(Picture):
    @cached_property
    def look(self) -> Look:
        """Squirrels with a color each, their nuts, holes with the nuts that are in them, and flowers."""
        pieces = {EMPTY: "", "H": HOLE_IN_GROUND, "h": HOLE_IN_GROUND + nut(8)}
        for number, color in enumerate(COATS.values(), start=1):
            coat = circle(0, 0, 17, filled(color, "#00000066")) + stroke("M-8 4Q0 -8 8 4", "#00000055", 3)
            head = face(color, "pointed")
            pieces |= {str(number): coat, "-abcdefg"[number]: head}
            pieces |= {"-ABCDEFG"[number]: head + moved(nut(5), 0, 13)}
            pieces |= {f"n{number}": nut(10) + label(str(number), 0, 2, WHITE, 13)}
        meadow = rect(2 * UNIT, 2 * UNIT, 4 * UNIT, 4 * UNIT, 8, filled("#9fc27e", "#5d8f63", 2))
        flowers = "".join(moved(FLOWER, *grid(SIDE, SIDE)[cell]) for cell in self.rules.flowers)
        return Look(pieces, kinds="c" * CELLS + "n" * SIDE, under=meadow + flowers)

    def description(self, position: Position, move: Step) -> str:
        """The squirrel and the way it goes: `gray left`."""
        number, direction = self.rules.format_move(position, move).split()
        return f"{[*COATS][int(number) - 1]} {direction}"

    def themes(self) -> Sequence[Theme]:
        images = {char: Image(f"squirrels/{name}.svg", scale) for char, (name, scale) in IMAGES.items()}
        centers = tuple((x, y) for y in ALONG for x in ALONG)
        return (Theme((400, 400), centers, images, background="squirrels/board.svg", arrow_width=5),)

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

"""The picture of ExpanTix, on the page's boards, from the bottom up: arrows for runs, a row and a column outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLUE, Point, filled, moved, rect, stroke
from perfect_play.puzzles.picture import PLACE, Image, Picture, Theme
from perfect_play.puzzles.two_player.expantix import LONGEST, parts_of
from perfect_play.puzzles.view import EMPTY, VOID, Add

ARROWS = ("", "right", "rightt", "up", "upp", "left", "leftt", "down", "downn")
LETTERS = "-rRuUlLdD"
"""The button of a single tile, and of runs of two and three in each direction, from where they begin."""
OFFSETS = (
    (0, 0),
    (0.32, -0.1),
    (0.32, 0.1),
    (-0.1, -0.32),
    (0.1, -0.32),
    (-0.32, -0.1),
    (-0.32, 0.1),
    (-0.1, 0.32),
    (0.1, 0.32),
)


PITCH = 78  # of the cells in our own drawing
ASIDE = 26  # from the middle of a run to its button, so that all kinds have room
AROUND = 2  # cells above the tiles and to their left, in which the middle of any run lies


RUNS = "abcd"
"""The kinds of cells with buttons of runs, in this order."""


def runs() -> Iterator[str]:
    """A sign for each kind of run: two and three tiles side by side, two and three one above the other."""
    for down in (False, True):
        for length in (2, 3):
            places = [13 * (tile - (length - 1) / 2) for tile in range(length)]
            ends = [(0, place) if down else (place, 0) for place in places]
            yield "".join(rect(x, y, 11, 11, 1, filled(BLUE, "#00000088")) for x, y in ends)


class Tiles(Picture):
    @cached_property
    def look(self) -> Look:
        """Squared paper with tiles, the square to fill, and the ways it can shift; a button near each run's middle."""
        width: int = self.rules.width
        kinds = [(0, 0, 0, 0), (0.5, 0, 0, -1), (1, 0, 0, 1), (0, 0.5, -1, 0), (0, 1, 1, 0)]
        shift = AROUND - LONGEST + 0.5
        cells = self.rules.side + AROUND
        side = cells * PITCH
        places = [
            ((col + shift + x) * PITCH + ASIDE * right, (row + shift + y) * PITCH + ASIDE * down)
            for row in range(width)
            for x, y, right, down in kinds
            for col in range(width)
        ]
        centers = tuple(Point(min(max(x, 0), side), min(max(y, 0), side)) for x, y in places)  # no run lies outside
        lines = "".join(f"M{i * PITCH} 0V{side}M0 {i * PITCH}H{side}" for i in range(cells + 1))
        paper = rect(side / 2, side / 2, side, side, 0, filled("#f3ecd8")) + stroke(lines, "#b7cbd8", 1.5)
        first, middle = AROUND * PITCH, (side + AROUND * PITCH) / 2
        grows = "m-12 14l12 -14l12 14m-12 -14v44"
        paper += stroke(f"M{first} {first}H{side}V{side}H{first}Z", BLUE, 5, 'stroke-dasharray="12 12"')
        arrow = stroke(f"M0 -64{grows}", BLUE, 5, 'stroke-opacity="0.6"')
        paper += moved(arrow, middle, first) + moved(arrow, first, middle, -90)
        tile = rect(0, 0, PITCH - 6, PITCH - 6, 8, filled(BLUE, "#00000088", 2))
        pieces = {EMPTY: "", VOID: "", "X": tile, **{f"{kind}X": run for kind, run in zip(RUNS, runs(), strict=True)}}
        of_kind = "".join(kind * width for kind in f"-{RUNS}") * width
        return Look(pieces, kinds=of_kind, centers=centers, size=Point(side, side), under=paper)

    def themes(self) -> Sequence[Theme]:
        """The square and what is outside it, then for each button of a run its place beside the cell."""
        side = self.rules.side
        cells = [(1.5 + col, side - 0.5 - row) for row in range(side) for col in range(side)]
        cells += [(1.5 + col, side + 0.5) for col in range(side)]
        cells += [(0.5, 0.5 + down) for down in range(side + 1)]
        centers = tuple((x + right, y + down) for right, down in OFFSETS for x, y in cells)
        images = {
            letter: Image(f"expantix/{name}.svg", 0.2) for letter, name in zip(LETTERS, ARROWS, strict=True) if name
        }
        images["X"] = Image("general/blackpiece.svg", 1)
        return (
            Theme(
                (side + 1, side + 1),
                centers,
                images,
                {"x": PLACE},
                background=f"expantix/grid{side}.svg",
                circle_radius=0.125,
                name="basic",
            ),
        )

    def cells(self, position: Position) -> str:
        side: int = self.rules.side
        return position[1] + EMPTY * (len(OFFSETS) * (side + 1) ** 2 - side**2)

    def button(self, position: Position, move: int) -> Add:
        """From the first tile to the right or upward, or from the last one if the first is too far out."""
        side = self.rules.side
        row, col, down, right, length = parts_of(move, self.rules.width)
        kind = 0 if length == 1 else length - 1 + 2 * down
        if min(row, col) < -1:
            row, col, kind = row + down * (length - 1), col + right * (length - 1), kind + 4
        cell = side**2 + 2 * side - 1 - row if col < 0 else side**2 + col if row < 0 else row * side + col
        return Add(LETTERS[kind], kind * (side + 1) ** 2 + cell)

    def description(self, position: Any, move: Any) -> str:
        """How many tiles, which way, and the row and column of the first: `3 down from row 1, column 2`."""
        row, col, down, _, length = parts_of(move, self.rules.width)
        place = f"row {row + 1}, column {col + 1}"
        return place if length == 1 else f"{length} {'down' if down else 'right'} from {place}"

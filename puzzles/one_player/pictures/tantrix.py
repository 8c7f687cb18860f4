"""The picture of Tantrix: tiles on a board of hexagons, and the number of each kind left beside it.

The board shows the window of `_tantrix_paths.py`: a path that would leave the board moves as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import cos, pi, sin

from perfect_play.puzzles.drawing import shapes
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLACK, GRAY, INK, RED, YELLOW, at, filled, label, moved, path, stroke
from perfect_play.puzzles.one_player._tantrix_paths import (
    COLS,
    EDGES,
    LETTER,
    ROWS,
    Cell,
    Path,
    letter_of,
    place_of,
    shift,
    tiles_of,
)
from perfect_play.puzzles.picture import PLACE, Curve, Image, Picture, Point, Theme
from perfect_play.puzzles.view import EMPTY, VOID

CELLS = range(0, ROWS * COLS, 2)  # the places of cells in the window
COUNTERS: tuple[Point, ...] = ((745, 275), (800, 261.5), (745, 345), (800, 331.5), (745, 415), (800, 401.5))
FADED = dict(zip("PQR", ("Sharp_Curve", "Soft_Curve", "Straight"), strict=True))
OUTLINE: tuple[Point, ...] = ((0, -3.5), (2.8, -1.7), (2.8, 1.5), (0, 3.1), (-2.8, 1.5), (-2.8, -1.7))
"""From the center of a tile to the middle of each edge."""
BEND = 1.5  # how many times nearer to the center the curve's inner points are


ENDS = ("head", "tail")
SIDES = (
    "upward",
    "to the upper right",
    "to the lower right",
    "downward",
    "to the lower left",
    "to the upper left",
)
RADIUS = 22  # of the hexagons in our own drawing


def hexagon(x: float, y: float) -> str:
    """The outline of a tile, with a side at the top."""
    corners = [(x + RADIUS * cos(i * pi / 3), y + RADIUS * sin(i * pi / 3)) for i in range(6)]
    return "M" + "L".join(map(at, corners)) + "Z"


def curve(a: int, b: int, color: str) -> str:
    """A line between the middles of two edges of a tile, numbered clockwise from the top."""
    (x, y), (u, v) = [(0.87 * RADIUS * sin(edge * pi / 3), -0.87 * RADIUS * cos(edge * pi / 3)) for edge in (a, b)]
    return stroke(f"M{at((x, y))}Q{at((0.35 * (x + u), 0.35 * (y + v)))} {at((u, v))}", color, 6)


def drawn_tile(a: int, b: int, color: str) -> str:
    """A tile that joins two of its edges by the path; as on real tiles, the others are joined by lines, too."""
    c, d, e, f = (edge for edge in range(6) if edge not in (a, b))
    tile = path(hexagon(0, 0), filled(color, GRAY))
    return tile + curve(c, d, RED) + curve(e, f, RED) + curve(a, b, YELLOW)


class Hexagons(Picture):
    @cached_property
    def look(self) -> Look:
        """Hexagonal tiles, the first one marked; below them, a button for each way to continue, and the tiles left."""
        across, down = 1.5 * RADIUS, RADIUS * 3**0.5 / 2
        wide = (COLS - 1) * across + 2 * RADIUS
        centers = [
            shapes.Point(RADIUS + place % COLS * across, (place // COLS + 1) * down) for place in range(ROWS * COLS)
        ]
        below = (ROWS + 1) * down + 28
        for row in range(2):
            centers += [shapes.Point(wide * (0.24 + 0.1 * place), below + 42 * row) for place in range(6)]
            centers += [shapes.Point(wide * (0.05 + 0.24 * max(0, place)), below + 80) for place in range(-1, 4)]
        cells = [centers[place] for place in range(0, ROWS * COLS, 2)]
        window = "".join(path(hexagon(x, y), filled("#e7d3a8", "#9a7b4566")) for x, y in cells)
        say = 'class="say"'
        ends = "".join(label(text, wide * 0.08, below + 42 * row, INK, 17, say) for row, text in enumerate(ENDS))
        ends += label("before", wide * 0.87, below + 80, INK, 14, say)
        for kind in range(3):
            ends += moved(drawn_tile(0, kind + 1, BLACK), wide * (0.14 + 0.24 * kind), below + 80)
        pieces = {EMPTY: "", VOID: "", **{str(digit): label(str(digit), 0, 0, INK, 17, say) for digit in range(10)}}
        for letter, (a, b) in EDGES.items():
            pieces[letter] = drawn_tile(a, b, BLACK)
            pieces[letter.lower()] = drawn_tile(a, b, "#5c3a6b")
        return Look(pieces, centers=tuple(centers), size=shapes.Point(wide, below + 104), under=window + ends)

    def description(self, position: Path, move: Cell) -> str:
        """The end of the path at which a tile is laid, and where the path then goes on: `tail, to the lower left`."""
        end, direction = move
        return f"{ENDS[end]}, {SIDES[direction]}"

    def themes(self) -> Sequence[Theme]:
        centers = tuple((150 + 50 * (place % COLS), 146 + 28.875 * (place // COLS)) for place in CELLS)
        images = {letter: Image(f"tantrix/{a}_{b}.svg", 66.25) for (a, b), letter in LETTER.items()}
        images |= {char: Image(f"tantrix/{name}_Faded.svg", 66.25) for char, name in FADED.items()}
        images |= {str(digit): Image(f"tantrix/Num_{digit}.svg", 400) for digit in range(10)}
        return (
            Theme(
                (825, 825),
                centers + COUNTERS,
                images,
                {"x": PLACE},
                background="tantrix/board.svg",
                animation="entityFade",
                line_width=0.5,
            ),
        )

    def cells(self, position: Path) -> str:
        chars = dict.fromkeys(CELLS, EMPTY)
        by = shift(position)
        for x, y, h, t in tiles_of(position):
            chars[place_of((x, y), by)] = letter_of(h, t)
        supply = zip(self.rules.supply(position), "ABC", FADED, strict=True)
        return "".join(chars.values()) + "".join(f"{count}{full if count else empty}" for count, full, empty in supply)

    def button(self, position: Path, move: Cell) -> Curve:
        """A curve from the first-named edge past the center to the other."""
        x, y, h, t = self.rules.plays(position)[move]
        center = place_of((x, y), shift(position)) // 2
        (ax, ay), (bx, by) = OUTLINE[h], OUTLINE[t]
        points = ((ax, ay), (ax / BEND, ay / BEND), (bx / BEND, by / BEND), (bx, by))
        return Curve(tuple((center, str(right), str(down)) for right, down in points))

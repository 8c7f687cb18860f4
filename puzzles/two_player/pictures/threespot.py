"""The picture of 3-Spot: a touch lays the player's own domino, a second the neutral one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.blocks import part
from perfect_play.puzzles.drawing.look import First, Look, grid
from perfect_play.puzzles.drawing.shapes import (
    BLUE,
    CREAM,
    DARK_WOOD,
    INK,
    RED,
    UNIT,
    WOOD,
    YELLOW,
    Point,
    at,
    circle,
    filled,
    label,
    rect,
    stroke,
)
from perfect_play.puzzles.picture import PLACE, Image, Picture, Theme, Touch, Touches, grid_centers
from perfect_play.puzzles.two_player.threespot import BUTTONS, CELLS, LAYOUT, PIECES, PLACES, SIDE, Placed, Position
from perfect_play.puzzles.view import EMPTY, VOID, Add

FIRST = CELLS + 5
"""The center of the first place of a domino."""


PITCH = 56  # of the cells in our own drawing
DOMINOES = (("B", BLUE), ("R", RED), ("W", CREAM))


class Dominoes(Picture):
    @cached_property
    def look(self) -> Look:
        """The cells with their spots, the dominoes, the points; around them a button for each place, joined to it."""
        centers = list(grid(SIDE, SIDE))
        middle = SIDE * UNIT / 2
        for number, cell in enumerate(LAYOUT.places):
            row, col = divmod(number, 3)
            aside = 12 * (number - CELLS) + 34 * (number > CELLS + 1) - 35
            on_board = Point(middle + (col - 1) * PITCH, middle + (row - 1) * PITCH)
            centers[cell] = on_board if number < CELLS else Point(middle + aside, middle + 1.5 * PITCH + 16)
        cells = [centers[cell] for cell in LAYOUT.places[:CELLS]]
        joints = ""
        for (a, b), cell in zip(PLACES, BUTTONS, strict=True):
            lies = Point((cells[a].x + cells[b].x) / 2, (cells[a].y + cells[b].y) / 2)
            joints += f"M{at(centers[cell])}L{at(lies)}"
        under = stroke(joints, "#8a939a", 1.5, 'stroke-dasharray="2 4" stroke-opacity="0.7"')
        under += "".join(rect(x, y, PITCH - 2, PITCH - 2, 4, filled(WOOD, DARK_WOOD)) for x, y in cells)
        under += "".join(circle(x, y, 17, filled(YELLOW, "none")) for x, y in cells[6:])
        tens = [centers[cell] for cell in LAYOUT.places[CELLS::2]]
        under += "".join(
            rect(x - 15, y, 9, 17, 3, filled(color)) for (x, y), color in zip(tens, (BLUE, RED), strict=True)
        )
        pieces = {
            f"{char}{sides:x}": part(color, sides, 5, 10, half=PITCH / 2)
            for char, color in DOMINOES
            for sides in range(16)
        }
        digits = {str(digit): label(str(digit), 0, 0, INK, 17, 'class="say"') for digit in range(10)}
        size = Point(SIDE * UNIT, SIDE * UNIT)
        return Look(
            {EMPTY: "", VOID: "", **pieces, **digits},
            merged="BRW",
            centers=tuple(centers),
            size=size,
            under=under,
            over="".join(circle(x, y, 17, f'fill="none" stroke="{YELLOW}" stroke-width="4"') for x, y in cells[6:]),
            first={button: First(Add(EMPTY, button), 0, "WW") for button in BUTTONS},
        )

    def themes(self) -> Sequence[Theme]:
        """The cells, the points, a center without use, and the middles of all places."""
        margin = 0.0125
        cells = grid_centers(3, 3, 1, margin)
        points = [(x, 3.5125) for x in (0.3625, 0.6625, 2.3625, 2.6625)]
        middles = [((cells[a][0] + cells[b][0]) / 2, (cells[a][1] + cells[b][1]) / 2) for a, b in PLACES]
        images = {piece: Image(f"3spot/{piece}.svg", 1) for piece in PIECES}
        images |= {digit: Image(f"general/{digit}.svg", 2) for digit in "0123456789"}
        images |= {direction: Image(f"3spot/{direction}.svg", 0.3) for direction in "hv"}
        return (
            Theme(
                (3 + 2 * margin, 4),
                (*cells, *points, (0, 0), *middles),
                images,
                {"x": PLACE},
                background="3spot/grid.svg",
                animation="entityFade",
                name="standard",
            ),
        )

    def cells(self, position: Position) -> str:
        _, cells, first, second = position
        return f"{cells}{first:02}{second:02}"

    def button(self, position: Position, move: Placed) -> Add | None:
        domino, neutral = move
        return None if neutral >= 0 else _place(domino)

    def touches(self, position: Position, move: Placed) -> Touches | None:
        """The player's own domino is laid, which scores, and then the neutral one."""
        domino, neutral = move
        if neutral < 0:
            return None
        first, second = self.name(position, move).split(" ")
        laid = self.rules.do_move(position, (domino, -1))
        return Touches(Touch(_place(domino), "x", first), self.cells(laid), (Touch(_place(neutral), "x", second),))


def _place(number: int) -> Add:
    a, b = PLACES[number]
    return Add("h" if b == a + 1 else "v", FIRST + number)

"""The picture of Topitop: six layers of pieces on every cell, and buttons for each kind of piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.shapes import BLUE, RED, UNIT, WOOD, Point, circle, filled, rect, scaled
from perfect_play.puzzles.picture import PLACE, REMOVE, SLIDE, UNSEEN, Image, Picture, Theme, grid_centers, ground
from perfect_play.puzzles.two_player.topitop import SMALL
from perfect_play.puzzles.view import EMPTY, VOID, Add, Move

LAYERS = (-0.57, -0.2, 0, -0.37, 0, 0)
"""How far below the middle of a cell each layer is: a bucket on a castle, on a small one, alone; then the others."""
STACKS = {"C": "---S-L"} | {
    stack: layers.replace("b", bucket)
    for bucket, stacks in (("B", "BXP"), ("R", "ROQ"))
    for stack, layers in zip(stacks, ("--b---", "-b--S-", "b--S-L"), strict=True)
}
"""What lies in each layer of a cell, by the letter of the stack; `S` and `L` alone are in the last two."""
KINDS = ((0, -0.14), (-0.1558845, 0.13), (0.1558845, 0.13))
"""The places in a cell of the buttons to place a bucket, a small and a large castle."""


PITCH = 76
"""The pitch of the cells, in units of the drawing; in the lower corners of each are the buttons for castles."""


def castle(side: float, color: str) -> str:
    """A castle with a tower at each corner."""
    offset = side / 2 - side / 9
    towers = "".join(
        circle(x, y, side / 7, filled(color, "#8a5a34")) for x in (-offset, offset) for y in (-offset, offset)
    )
    return rect(0, 0, side * 0.86, side * 0.86, 2, filled(color, "#8a5a34")) + towers


KINDS_IN_WORDS = {"B": "blue bucket", "R": "red bucket", "S": "small castle", "L": "large castle"}


class Castles(Picture):
    @cached_property
    def look(self) -> Look:
        """Sandcastles seen from above, large, small or one on the other, and buckets on top."""
        large = castle(UNIT - 4, "#e3bd83") + circle(0, 0, 12, filled("#d3a868"))
        small = castle(22, "#f3d9a4")
        buckets = {
            bucket: circle(0, 0, 8, filled(color, "#00000088")) + circle(0, 0, 4.5, filled("#00000055", "none"))
            for bucket, color in (("B", BLUE), ("R", RED))
        }
        pieces = {"S": small, "L": large, "C": large + small, **buckets, "f": circle(0, 0, 3, filled(WOOD))}
        for bucket, on_small, on_castle in ("BXP", "ROQ"):
            pieces |= {on_small: small + buckets[bucket], on_castle: large + small + buckets[bucket]}
        pieces |= {stack: pieces[stack.upper()] for stack in "slc"}
        rows, cols, width = self.rules.rows, self.rules.cols, 3 * self.rules.cols
        sand = [Point((col % cols + 0.5) * PITCH, (row + 0.5) * PITCH) for row in range(rows) for col in range(width)]
        asides = ((0, 0), (-19, 23), (19, 23))
        shifts = [asides[i % width // cols] for i in range(len(sand))]
        centers = [Point(x + right, y + down) for (x, y), (right, down) in zip(sand, shifts, strict=True)]
        beach = "".join(rect(x, y, PITCH - 3, PITCH - 3, 8, filled("#f6e7c1", "#d9bd84")) for x, y in {*sand})
        look = Look(
            {EMPTY: "", VOID: "", **{char: scaled(piece, 1.7) for char, piece in pieces.items()}},
            centers=tuple(centers),
            size=Point(cols * PITCH, rows * PITCH),
            under=beach,
        )
        names = {row * width + col: str(row * cols + col + 1) for row in range(rows) for col in range(cols)}
        return named(look, self.board, names, 0, -30)

    def description(self, position: Any, move: Any) -> str:
        """The piece and its cell, or the two cells of a step: `large castle on 9`, `9-8`."""
        name: str = self.rules.format_move(position, move)
        return (
            "pass" if name == "P" else f"{KINDS_IN_WORDS[name[0]]} on {name[1:]}" if name[0] in KINDS_IN_WORDS else name
        )

    def themes(self) -> Sequence[Theme]:
        """The layers of each cell, two places that show nothing, the ends of arrows, the buttons, a pass."""
        rows, cols = self.rules.rows, self.rules.cols
        cells = self._centers
        layers = [(x, y + below) for x, y in cells for below in LAYERS]
        buttons = [(x + right, y + below) for right, below in KINDS for x, y in cells]
        hidden = (cols / 2, rows + 0.9)
        images = {piece: Image(f"topitop/{piece}.svg", 1) for piece in "BRSL"}
        images |= {button: Image(f"topitop/{button}.svg", 0.3) for button in "tuvw"}
        images |= {"P": Image("othello/P.svg", 0.5), **dict.fromkeys("123456789", UNSEEN)}
        return (
            Theme(
                (cols, rows + 1),
                (*layers, hidden, hidden, *self._ends(), *buttons, (cols / 2, rows + 0.3)),
                images,
                {"v": REMOVE, "w": PLACE, "x": PLACE, "y": PLACE, "z": SLIDE},
                **ground("topitop/grid.svg" if rows == cols else "", cells, 0.96),
                arrow_width=0.03,
                name="beach",
            ),
        )

    def _ends(self) -> Iterator[tuple[float, float]]:
        """For every two neighbors, a point near the first and one near the second."""
        centers = self._centers
        for first, second in self._pairs:
            (x, y), (other_x, other_y) = centers[first], centers[second]
            share = 0.27 if x == other_x or y == other_y else 0.3
            yield x + share * (other_x - x), y + share * (other_y - y)
            yield other_x - share * (other_x - x), other_y - share * (other_y - y)

    @cached_property
    def _centers(self) -> tuple[tuple[float, float], ...]:
        return grid_centers(self.rules.rows, self.rules.cols)

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

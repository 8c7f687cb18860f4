"""The picture of Graph: a pawn on the page's graphs."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import dist

from perfect_play.puzzles import LOST, TIED, WON
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import CARD, INK, ORANGE, YELLOW, Point, at, circle, filled, label, stroke
from perfect_play.puzzles.picture import Image, Pieces, Theme
from perfect_play.puzzles.view import EMPTY

COUNTDOWN = ((50, 94.588), *((59 if node % 2 else 41, 79 - 18 * ((node - 1) // 2)) for node in range(1, 11)))
LOOPS = (
    *((70, 5), (83, 5), (83, 15), (70, 15), (83, 25), (70, 25), (70, 35), (83, 35), (70, 45), (83, 45), (70, 55)),
    *((83, 55), (50, 65), (40, 65), (60, 55), (40, 55), (20, 75), (40, 75), (25, 85), (8, 55), (23, 55)),
)
ENDS = (
    *((41, 14), (32, 31), (50, 31), (14, 50), (32, 50), (68, 50), (86, 50), (14, 68), (32, 68), (50, 68), (68, 68)),
    *((86, 68), (14, 86), (32, 86), (50, 86), (68, 86)),
)
DRAWINGS = {"0": (100, "P", 5, 0.8, COUNTDOWN), "1": (90, "pp", 4, 0.5, LOOPS), "2": (100, "P", 5, 0.8, ENDS)}
"""By variant: the side of the picture, the pawn and its size, the width of arrows, and the centers of the nodes."""
ENDING = {LOST: ("#7fc79c", "+"), WON: ("#e39a92", "−"), TIED: (YELLOW, "=")}
"""By the value for the player to move: good, bad or neutral for the one who moved there."""


def arrow(source: Point, target: Point) -> str:
    """The outline of an arrow from one node to the other, from rim to rim."""
    long = dist(source, target)
    x, y = (target.x - source.x) / long, (target.y - source.y) / long
    tip = Point(target.x - 15 * x, target.y - 15 * y)
    wings = [Point(tip.x - 7 * x - 4 * y * side, tip.y - 7 * y + 4 * x * side) for side in (-1, 1)]
    return f"M{at((source.x + 15 * x, source.y + 15 * y))}L{at(tip)}M{at(wings[0])}L{at(tip)}L{at(wings[1])}"


class Token(Pieces):
    @cached_property
    def look(self) -> Look:
        """A token on nodes with numbers, joined by arrows; ends have a color and a sign for who moves there."""
        side, _, _, _, centers = DRAWINGS[self.rules.variant.id]
        scale = 40 / min(dist(first, second) for first, second in combinations(centers, 2))
        nodes = [Point(x * scale, y * scale) for x, y in centers]
        arrows = "".join(
            arrow(nodes[node], nodes[target]) for node, targets in enumerate(self.rules.arrows) for target in targets
        )
        lines = stroke(arrows, INK, 2, 'class="ink line"')
        rings = signs = ""
        for (x, y), value in zip(nodes, self.rules.ends, strict=True):
            color, sign = ENDING.get(value, (CARD, ""))
            rings += circle(x, y, 14, filled(color, INK, 1.5))
            signs += label(sign, x + 17, y + 12, INK, 17, 'class="say"') if sign else ""
        names = "".join(label(str(number), x, y, INK, 13) for number, (x, y) in enumerate(nodes))
        token = circle(0, 0, 14, filled(ORANGE, "#00000088"))
        size = Point(side * scale, side * scale)
        return Look({EMPTY: "", "x": token}, centers=tuple(nodes), size=size, under=lines + rings, over=names + signs)

    def own_board(self) -> Theme:
        number = self.rules.variant.id
        side, pawn, scale, width, centers = DRAWINGS[number]
        images = {"x": Image(f"chess/wikipedia/{pawn}.svg", scale)}
        return Theme((side, side), centers, images, background=f"graphgame/graph{number}.svg", arrow_width=width)

"""The picture of Graph: a pawn on the page's graphs."""

from __future__ import annotations

from puzzles.picture import Image, Pieces, Theme

COUNTDOWN = ((50, 94.588), *((59 if node % 2 else 41, 79 - 18 * ((node - 1) // 2)) for node in range(1, 11)))
LOOPS = (
    *((70, 5), (83, 5), (83, 15), (70, 15), (83, 25), (70, 25), (70, 35), (83, 35), (70, 45), (83, 45), (70, 55)),
    *((83, 55), (50, 65), (40, 65), (60, 55), (40, 55), (20, 75), (40, 75), (25, 85), (8, 55), (23, 55)),
)
ENDS = (
    *((41, 14), (32, 31), (50, 31), (14, 50), (32, 50), (68, 50), (86, 50), (14, 68), (32, 68), (50, 68), (68, 68)),
    *((86, 68), (14, 86), (32, 86), (50, 86), (68, 86)),
)
DRAWN = {"0": (100, "P", 5, 0.8, COUNTDOWN), "1": (90, "pp", 4, 0.5, LOOPS), "2": (100, "P", 5, 0.8, ENDS)}
"""By variant: the side of the picture, the pawn and its size, the width of arrows, and the centers of the nodes."""


class Token(Pieces):
    def own_board(self) -> Theme:
        number = self.rules.variant.id
        side, pawn, scale, width, centers = DRAWN[number]
        images = {"x": Image(f"chess/wikipedia/{pawn}.svg", scale)}
        return Theme((side, side), centers, images, background=f"graphgame/graph{number}.svg", arrow_width=width)

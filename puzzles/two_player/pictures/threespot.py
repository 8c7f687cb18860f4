"""The picture of 3-Spot: arrows from where the own domino goes to where the neutral one goes."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.picture import PLACE, Drawn, Image, Picture, Theme, grid_centers
from puzzles.two_player.threespot import CELLS, PIECES, PLACES, Placed, Position
from puzzles.view import Add, Move

FIRST = CELLS + 4
"""The center of the first place of a domino."""


class Dominoes(Picture):
    def themes(self) -> Sequence[Theme]:
        """The cells, the points, and the middles of all places."""
        margin = 0.0125
        cells = grid_centers(3, 3, 1, margin)
        points = [(x, 3.5125) for x in (0.3625, 0.6625, 2.3625, 2.6625)]
        middles = [((cells[a][0] + cells[b][0]) / 2, (cells[a][1] + cells[b][1]) / 2) for a, b in PLACES]
        images = {piece: Image(f"3spot/{piece}.svg", 1) for piece in PIECES}
        images |= {digit: Image(f"general/{digit}.svg", 2) for digit in "0123456789"}
        images |= {way: Image(f"3spot/{way}.svg", 0.3) for way in "hv"}
        return (
            Theme(
                (3 + 2 * margin, 4),
                (*cells, *points, *middles),
                images,
                {"x": PLACE},
                background="3spot/grid.svg",
                animation="entityFade",
                arrow_width=0.06,
                name="standard",
            ),
        )

    def cells(self, position: Position) -> str:
        _, cells, first, second = position
        return f"{cells}{first:02}{second:02}" + "-" * len(PLACES)

    def button(self, position: Position, move: Placed) -> Drawn:
        own, neutral = move
        if neutral >= 0:
            return Move(FIRST + own, FIRST + neutral)
        a, b = PLACES[own]
        return Add("h" if b == a + 1 else "v", FIRST + own)

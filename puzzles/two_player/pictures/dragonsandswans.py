"""The picture of Dragons & Swans; the page has an image of the larger board."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.boards.game import Position
from puzzles.picture import Drawn, Image, Picture, Theme, grid_centers
from puzzles.view import Add

SIDE = 4  # of the page's board
HAND, TAKEN = ((28.7, 43), (30.2, 43)), ((28.7, 46), (30.2, 46))


class Animals(Picture):
    def themes(self) -> Sequence[Theme]:
        """The cells, then the digits below them."""
        side = self.rules.rows
        images = {str(digit): Image(f"general/{digit}.svg", 8.8) for digit in range(10)}
        images |= {"x": Image("swans/D.svg", 8), "o": Image("swans/o.svg", 6), "s": Image("swans/s.svg", 6)}
        return (
            Theme(
                (40, 50),
                grid_centers(side, side, 10) + HAND + TAKEN,
                images,
                {"x": "animals/dragon.mp3", "o": "animals/swan.mp3"},
                background="swans/grid4.svg" if side == SIDE else "",
                entities_over_arrows=True,
                name="basic",
            ),
        )

    def cells(self, position: Position) -> str:
        text: str = self.rules.format(position)
        return text[2:]

    def button(self, position: Position, move: int) -> Drawn:
        button: Drawn = self.rules.button(position, move)
        return Add("s", button.cell) if isinstance(button, Add) else button

    def sound(self, position: Position, move: int) -> str:
        return "ox"[position[0] - 1]

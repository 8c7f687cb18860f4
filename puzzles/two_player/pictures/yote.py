"""The picture of Yoté, on the page's boards; jumps that leave a choice have names."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.boards.game import Position
from puzzles.picture import Drawn, Image, Picture, Theme, grid_centers, same_image
from puzzles.two_player.yote import parts_of
from puzzles.view import EMPTY, Add


class Men(Picture):
    quality = "v2"

    def themes(self) -> Sequence[Theme]:
        """The cells, and the hands above them."""
        rows, cols = self.rules.rows, self.rules.cols
        centers = tuple((x, 10 + y) for x, y in grid_centers(rows, cols, 10))
        images = {str(digit): Image(f"general/{digit}.svg", 9) for digit in range(self.rules.men + 1)}
        images |= same_image("W", "general/whitepiece.svg", 9) | same_image("B", "general/blackpiece.svg", 9)
        hands = ((5, 5), (10 * cols - 5, 5))
        return (Theme((10 * cols, 10 * rows + 10), centers + hands, images, background=f"yote/grid{rows}x{cols}.svg"),)

    def cells(self, position: Position) -> str:
        return position[1]

    def button(self, position: Position, move: int) -> Drawn | None:
        if parts_of(move)[0] >= 0:
            return None
        button: Drawn = self.rules.button(position, move)
        return Add(EMPTY, button.cell) if isinstance(button, Add) else button

    def sound(self, position: Position, move: int) -> str:
        return "-"

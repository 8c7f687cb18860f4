"""The picture of Neutron; the page has a checkered board of 5x5. Moves of neutron and piece have names."""

from __future__ import annotations

from typing import ClassVar

from puzzles.boards.game import Position
from puzzles.picture import Drawn, Image, Pieces, Theme, grid_centers
from puzzles.two_player.neutron import parts_of

SIDE = 5  # of the page's board


class Discs(Pieces):
    images: ClassVar = {
        "X": Image("general/bluepiece.svg", 1),
        "O": Image("general/redpiece.svg", 1),
        "N": Image("general/whitepiece.svg", 1),
    }

    @property
    def order(self) -> range:
        """The cells without those for buttons."""
        return range(self.rules.cells)

    def own_board(self) -> Theme:
        side = self.rules.side
        return Theme(
            (side, side),
            grid_centers(side, side),
            self.images,
            background="general/checkerboard_gray_5x5.svg" if side == SIDE else "",
            entities_over_arrows=True,
            arrow_width=0.06,
        )

    def button(self, position: Position, move: int) -> Drawn | None:
        neutron, source, _ = parts_of(move)
        return None if neutron >= 0 and source >= 0 else super().button(position, move)

"""The picture of Hashi: islands with their numbers, and a place to click between those that can be joined."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.one_player.hashi import EXCEEDED, LEVEL, MET, UPRIGHT
from puzzles.picture import PLACE, Image, Picture, Theme, grid_centers

MARGIN = 1


class Islands(Picture):
    def themes(self) -> Sequence[Theme]:
        images = {"q": Image("hashi/horizpill.svg", 2), "Q": Image("hashi/vertpill.svg", 2)}
        for kind, signs in (("horiz", LEVEL), ("vert", UPRIGHT)):
            images |= {signs[count]: Image(f"hashi/{kind}{count}.svg", 1) for count in (1, 2)}
        for state, signs in (("default", "012345678"), ("satisfied", MET), ("over", EXCEEDED)):
            images |= {signs[number]: Image(f"hashi/node_{state}_{number}.svg", 1) for number in range(1, 9)}
        rows, cols = self.rules.rows, self.rules.cols
        space, centers = (cols + 1 + 2 * MARGIN, rows + 1 + 2 * MARGIN), grid_centers(rows, cols, margin=MARGIN)
        return (Theme(space, centers, images, {"x": PLACE}, animation="entityFade", arrow_width=0.2),)

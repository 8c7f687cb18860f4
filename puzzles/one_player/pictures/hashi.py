"""The picture of Hashi: islands with their numbers, and a place to click between those that can be joined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import CARD, INK, RED, WHITE, circle, filled, label, stroke
from perfect_play.puzzles.one_player.hashi import EXCEEDED, LEVEL, SATISFIED, UPRIGHT
from perfect_play.puzzles.picture import PLACE, Image, Picture, Theme, grid_centers
from perfect_play.puzzles.view import EMPTY

MARGIN = 1


class Islands(Picture):
    @cached_property
    def look(self) -> Look:
        """Islands with their numbers, green when met and red when exceeded, and bridges."""
        bridges = {
            "h": stroke("M-20 0H20", INK, 3, 'class="ink line"'),
            "H": stroke("M-20 -5H20M-20 5H20", INK, 3, 'class="ink line"'),
            "v": stroke("M0 -20V20", INK, 3, 'class="ink line"'),
            "V": stroke("M-5 -20V20M5 -20V20", INK, 3, 'class="ink line"'),
        }
        kinds = ((("-12345678"), CARD, INK), (SATISFIED, "#bfe3cb", INK), (EXCEEDED, RED, WHITE))
        islands = {
            signs[number]: circle(0, 0, 17, filled(color, INK, 1.6)) + label(str(number), 0, 0, text)
            for signs, color, text in kinds
            for number in range(1, 9)
        }
        return Look({EMPTY: "", **bridges, **islands})

    def themes(self) -> Sequence[Theme]:
        images = {"q": Image("hashi/horizpill.svg", 2), "Q": Image("hashi/vertpill.svg", 2)}
        for kind, signs in (("horiz", LEVEL), ("vert", UPRIGHT)):
            images |= {signs[count]: Image(f"hashi/{kind}{count}.svg", 1) for count in (1, 2)}
        for state, signs in (("default", "012345678"), ("satisfied", SATISFIED), ("over", EXCEEDED)):
            images |= {signs[number]: Image(f"hashi/node_{state}_{number}.svg", 1) for number in range(1, 9)}
        rows, cols = self.rules.rows, self.rules.cols
        space, centers = (cols + 1 + 2 * MARGIN, rows + 1 + 2 * MARGIN), grid_centers(rows, cols, margin=MARGIN)
        return (Theme(space, centers, images, {"x": PLACE}, animation="entityFade", arrow_width=0.2),)

    def description(self, position: Any, move: Any) -> str:
        """The cells of the two islands: `a4 – e4`."""
        *_, between = self.rules.pairs[move]
        return f"{self.name_of(between[0] - between.step)} – {self.name_of(between[-1] + between.step)}"

"""Towers of Hanoi, on three or four rods with up to eight disks."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from puzzles.picture import SLIDE_THEN_REMOVE, Image, Picture, Scene

RODS, DISKS = (3, 4), 8  # there are backgrounds of


class Towers(Scene):
    def pictures(self) -> Sequence[Picture]:
        rods, disks = self.rules.rods, self.rules.disks
        if rods not in RODS or disks > DISKS:
            return ()
        width = 4 * rods * (disks + 2)
        apart = width // rods
        centers = tuple(
            (apart // 2 + rod * apart, 4 + width // 2 + 4 * row) for row in range(disks) for rod in range(rods)
        )
        return (
            Picture(
                (width, width),
                centers,
                {disk: Image(f"towersofhanoi/{disk}.svg", 40) for disk in ascii_uppercase[:DISKS]},
                sounds={"x": SLIDE_THEN_REMOVE},
                background=f"towersofhanoi/z{rods}_{disks}.svg",
                arrow_width=1,
            ),
        )

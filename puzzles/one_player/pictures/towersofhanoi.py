"""The pictures of Towers of Hanoi: the page's boards of three or four rods and up to eight disks, or made of parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from string import ascii_uppercase
from typing import Any

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.picture import Picture

RODS, DISKS = (3, 4), 8  # that have backgrounds
ROD = "z"
WIDTH = 10  # of a rod's place and of a disk's image, in units of a disk's height
FLATTEST = 4  # width of the board at most, relative to its height
MIN_WIDTH = 0.3  # least width of a disk, relative to the largest


class Towers(Picture):
    """The centers are the cells; without a background, the rods come first."""

    @cached_property
    def _drawn_rods(self) -> int:
        rods, disks = self.rules.rods, self.rules.disks
        return 0 if rods in RODS and disks <= DISKS else rods

    @cached_property
    def client(self) -> Mapping[str, Any]:
        rods, disks = self.rules.rods, self.rules.disks
        if not self._drawn_rods:
            width = 4 * rods * (disks + 2)
            pitch = width // rods
            centers = [
                (pitch // 2 + rod * pitch, 4 + width // 2 + 4 * row) for row in range(disks) for rod in range(rods)
            ]
            board = f"towersofhanoi/z{rods}_{disks}.svg"
            return {**super().client, "space": (width, width), "centers": centers, "background": board}
        along = [WIDTH * (rod + 0.5) for rod in range(rods)]
        high = max(disks + 3, WIDTH * rods / FLATTEST)
        centers = [(x, high - (disks + 3) / 2) for x in along]
        centers += [(x, high - disks - 1 + row) for row in range(disks) for x in along]
        images = {ROD: ("quickcross/V.svg", disks + 2)}
        for number, disk in enumerate(ascii_uppercase[:disks], start=1):  # the image of the largest, in another size
            images[disk] = ("towersofhanoi/H.svg", WIDTH * (MIN_WIDTH + (1 - MIN_WIDTH) * number / disks))
        parts = {"space": (WIDTH * rods, high), "centers": centers, "images": images, "clicks": rods}
        return {**super().client, **parts, "arrow_width": 0.3}

    def cells(self, position: Position) -> str:
        return ROD * self._drawn_rods + super().cells(position)

"""The pictures of Towers of Hanoi: the page's boards of three or four rods and up to eight disks, or made of parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from string import ascii_uppercase

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.picture import SLIDE_THEN_REMOVE, Image, Mark, Picture, Theme, moved_on

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

    def themes(self) -> Sequence[Theme]:
        return (self._of_pieces() if self._drawn_rods else self._of_the_page(),)

    def _of_the_page(self) -> Theme:
        rods, disks = self.rules.rods, self.rules.disks
        width = 4 * rods * (disks + 2)
        pitch = width // rods
        centers = tuple(
            (pitch // 2 + rod * pitch, 4 + width // 2 + 4 * row) for row in range(disks) for rod in range(rods)
        )
        return Theme(
            (width, width),
            centers,
            {disk: Image(f"towersofhanoi/{disk}.svg", 40) for disk in ascii_uppercase[:DISKS]},
            sounds={"x": SLIDE_THEN_REMOVE},
            background=f"towersofhanoi/z{rods}_{disks}.svg",
            arrow_width=1,
        )

    def _of_pieces(self) -> Theme:
        """Disks drawn with the image of the largest, each in its own size."""
        rods, disks = self.rules.rods, self.rules.disks
        along = [WIDTH * (rod + 0.5) for rod in range(rods)]
        high = max(disks + 3, WIDTH * rods / FLATTEST)
        sizes = [MIN_WIDTH + (1 - MIN_WIDTH) * (disk + 1) / disks for disk in range(disks)]
        return Theme(
            (WIDTH * rods, high),
            (
                *((x, high - (disks + 3) / 2) for x in along),
                *((x, high - disks - 1 + row) for row in range(disks) for x in along),
            ),
            {
                ROD: Image("quickcross/V.svg", disks + 2),
                **{
                    disk: Image("towersofhanoi/H.svg", WIDTH * size)
                    for disk, size in zip(ascii_uppercase, sizes, strict=False)
                },
            },
            sounds={"x": SLIDE_THEN_REMOVE},
            arrow_width=0.3,
        )

    def cells(self, position: Position) -> str:
        return ROD * self._drawn_rods + super().cells(position)

    def button(self, position: Position, move: Move) -> Mark:
        return moved_on(super().button(position, move), self._drawn_rods)

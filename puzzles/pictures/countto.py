"""A row of steps, taken from the left; a click on the last that is to be taken."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Steps(Pieces):
    images: ClassVar = {"x": Image("0to10by1or2/x.svg", 0.9)}

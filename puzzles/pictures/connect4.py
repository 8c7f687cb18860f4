"""Connect 4, without the frame: that of the page has other sizes."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Discs(Pieces):
    images: ClassVar = {"x": Image("connect4/X.svg", 1), "o": Image("connect4/O.svg", 1)}

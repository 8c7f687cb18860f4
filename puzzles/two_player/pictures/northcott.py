"""The picture of Northcott's Game: a blue and a red counter in every row."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import BLUE, RED, Image, Pieces


class Counters(Pieces):
    images: ClassVar = {"x": Image(BLUE, 0.7), "o": Image(RED, 0.7)}

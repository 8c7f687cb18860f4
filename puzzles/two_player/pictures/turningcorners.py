"""The picture of Turning Corners: coins in rows and columns."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Coins(Pieces):
    images: ClassVar = {"h": Image("sevenpennies/penny.svg", 0.9), "t": Image("winkers/C.svg", 1.2)}

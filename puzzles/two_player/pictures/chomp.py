"""The picture of Chomp: a click on a piece bites it off, with everything to its right and below."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Chocolate(Pieces):
    images: ClassVar = {"x": Image("chomp/x.svg", 1), "p": Image("chomp/p.svg", 1)}

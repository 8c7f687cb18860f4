"""The picture of Toads and Frogs for two: toads are blue, frogs red."""

from __future__ import annotations

from typing import ClassVar

from puzzles.picture import Image, Pieces


class Pond(Pieces):
    images: ClassVar = {"x": Image("toadsandfrogs/bluefrog.svg", 0.9), "o": Image("toadsandfrogs/redfrog.svg", 0.9)}

"""Leapfrog: a green frog."""

from __future__ import annotations

from typing import ClassVar

from perfect_play.puzzles.picture import Image, Pieces


class Frog(Pieces):
    images: ClassVar = {"f": Image("general/green_circle.svg", 0.8)}

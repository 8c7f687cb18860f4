"""The picture of Chomp: a click on a piece bites it off, with everything to its right and below."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import CHOCOLATE
from perfect_play.puzzles.drawing.shapes import GREEN, circle, filled
from perfect_play.puzzles.picture import HITBOX, Image, Pieces
from perfect_play.puzzles.view import EMPTY, VOID


class Chocolate(Pieces):
    place = "t"
    images: ClassVar = {"x": Image("chomp/x.svg", 1), "p": Image("chomp/p.svg", 1), "t": Image(HITBOX, 1)}

    @cached_property
    def look(self) -> Look:
        return Look({"x": CHOCOLATE, "p": CHOCOLATE + circle(0, 0, 9, filled(GREEN)), EMPTY: "", VOID: ""})

"""The picture of Toads and Frogs for one: frogs of two colors on a pond; a click on one moves it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.faces import frog
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.scenes import LEAF
from perfect_play.puzzles.drawing.shapes import GREEN
from perfect_play.puzzles.picture import HITBOX, Image, Picture, Theme
from perfect_play.puzzles.view import EMPTY


class Pond(Picture):
    @cached_property
    def look(self) -> Look:
        return Look({EMPTY: LEAF, "x": LEAF + frog("#9a6b3f"), "o": LEAF + frog(GREEN)})

    def themes(self) -> Sequence[Theme]:
        places = len(self.rules.start())
        return (
            Theme(
                (places, 3),
                tuple((place + 0.5, 2) for place in range(places)),
                {
                    "x": Image("toadsandfrogs/bluefrog.svg", 0.9),
                    "o": Image("toadsandfrogs/redfrog.svg", 0.9),
                    "h": Image(HITBOX, 0.9),
                },
                sounds={"x": "animals/frog.mp3"},
                background=f"toadsandfrogs/pond{places - 1}.svg",
            ),
        )

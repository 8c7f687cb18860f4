"""The picture of Toads and Frogs for one: frogs of two colors on a pond; a click on one moves it."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.picture import HITBOX, Image, Picture, Theme


class Pond(Picture):
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

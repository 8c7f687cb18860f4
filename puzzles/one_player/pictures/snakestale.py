"""The picture of Snake's Tale: snakes in parts, on a picture of the level."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.one_player.snakestale import BENDS, HOLE, LAND, OBSTACLE, PLAYER, SWIMMER, WATER
from puzzles.picture import Image, Picture, Theme, unit_grid

WAYS = dict(zip("UDLR", ("UP", "DOWN", "LEFT", "RIGHT"), strict=True))
OTHER_WAYS = dict(zip("UDLR", ("UP", "DOWN", "RIGHT", "LEFT"), strict=True))
"""The level heads of all snakes but the player's have each other's names."""
FILES = {"UD": "BODYVER", "LR": "BODYHOR", "DR": "CURVERD", "DL": "CURVELD", "UR": "CURVERU", "UL": "CURVELU"}
LAND_FILES = FILES | {"DL": "CURVEDL", "UR": "CURVEUR"}
OPPOSITE = dict(zip("UDLR", "DULR", strict=True))
"""By the way to the tail, the letter of its image: `TAILD` looks down to its neighbor."""


class Snakes(Picture):
    def themes(self) -> Sequence[Theme]:
        images = {
            HOLE: Image("snakestale/Hole.svg", 1),
            WATER: Image("snakestale/Water.svg", 1),
            OBSTACLE: Image("snakestale/obs.svg", 1),
        }
        for prefix, kind in (("P", PLAYER), ("L", LAND), ("W", SWIMMER)):
            looks = WAYS if kind is PLAYER else OTHER_WAYS
            names = {letter: f"H{looks[way]}" for way, letter in kind.heads.items()}
            names |= {letter: f"TAIL{OPPOSITE[way]}" for way, letter in kind.tails.items()}
            files = LAND_FILES if kind is LAND else FILES
            names |= {kind.bodies[frozenset(bend)]: files[bend] for bend in BENDS}
            images |= {letter: Image(f"snakestale/{prefix}{name}.svg", 1) for letter, name in names.items()}
        background = f"snakestale/{self.rules.variant.id}.svg"
        look = {"sounds": {"x": "animals/snake.mp3"}, "arrow_width": 0.1, "entities_over_arrows": False}
        return (unit_grid(self.rules, images, background=background, **look),)

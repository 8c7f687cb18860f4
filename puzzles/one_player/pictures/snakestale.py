"""The picture of Snake's Tale: snakes in parts, on a picture of the level."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import BLUE, GREEN, INK, UNIT, WHITE, circle, filled, moved, rect, stroke
from perfect_play.puzzles.one_player.snakestale import BACK, BENDS, HOLE, LAND, OBSTACLE, PLAYER, SWIMMER, WATER
from perfect_play.puzzles.picture import Image, Picture, Theme, unit_grid
from perfect_play.puzzles.view import EMPTY

DIRECTIONS = dict(zip("UDLR", ("UP", "DOWN", "LEFT", "RIGHT"), strict=True))
OTHER_DIRECTIONS = dict(zip("UDLR", ("UP", "DOWN", "RIGHT", "LEFT"), strict=True))
"""The level heads of all snakes but the player's have each other's names."""
FILES = {"UD": "BODYVER", "LR": "BODYHOR", "DR": "CURVERD", "DL": "CURVELD", "UR": "CURVERU", "UL": "CURVELU"}
LAND_FILES = FILES | {"DL": "CURVEDL", "UR": "CURVEUR"}
OPPOSITE = dict(zip("UDLR", "DULR", strict=True))
"""By the way to the tail, the letter of its image: `TAILD` looks down to its neighbor."""


ARMS = {"U": "V-20", "D": "V20", "L": "H-20", "R": "H20"}  # from the middle of a cell to its sides
TURNS = {"U": 0, "R": 90, "D": 180, "L": 270}
EYES = "".join(circle(x, -5, 3.5, f'fill="{WHITE}"') + circle(x, -6, 1.6, f'fill="{INK}"') for x in (-5.5, 5.5))


class Snakes(Picture):
    @cached_property
    def look(self) -> Look:
        """Snakes that wind over their cells, the hole, water and stones."""
        pieces = {EMPTY: "", HOLE: circle(0, 0, 15, filled("#4a3423", "#00000066"))}
        pieces[OBSTACLE] = circle(0, 2, 15, filled("#8a939a", "#00000066")) + circle(-5, -3, 4, 'fill="#ffffff55"')
        pieces[WATER] = rect(0, 0, UNIT, UNIT, 0, 'fill="#6fa8c9"')
        for kind, color in ((PLAYER, GREEN), (LAND, "#a06a3c"), (SWIMMER, BLUE)):
            for direction, letter in kind.heads.items():
                back = stroke(f"M0 0{ARMS[BACK[direction]]}", color, 18)
                eyes = moved(EYES, 0, 0, TURNS[direction])
                pieces[letter] = back + circle(0, 0, 14, filled(color, "#00000066")) + eyes
            for directions, letter in kind.bodies.items():
                first, second = sorted(directions)
                pieces[letter] = stroke(f"M0 0{ARMS[first]}M0 0{ARMS[second]}", color, 18)
            for direction, letter in kind.tails.items():
                pieces[letter] = stroke(f"M0 0{ARMS[BACK[direction]]}", color, 9)
        board = self.board
        wide, high = board.cols * UNIT, board.rows * UNIT
        sand = rect(wide / 2, high / 2, wide, high, 6, filled("#ecdcb0", "#b98a52", 2))
        return Look(pieces, under=sand)

    def themes(self) -> Sequence[Theme]:
        images = {
            HOLE: Image("snakestale/Hole.svg", 1),
            WATER: Image("snakestale/Water.svg", 1),
            OBSTACLE: Image("snakestale/obs.svg", 1),
        }
        for prefix, kind in (("P", PLAYER), ("L", LAND), ("W", SWIMMER)):
            looks = DIRECTIONS if kind is PLAYER else OTHER_DIRECTIONS
            names = {letter: f"H{looks[direction]}" for direction, letter in kind.heads.items()}
            names |= {letter: f"TAIL{OPPOSITE[direction]}" for direction, letter in kind.tails.items()}
            files = LAND_FILES if kind is LAND else FILES
            names |= {kind.bodies[frozenset(bend)]: files[bend] for bend in BENDS}
            images |= {letter: Image(f"snakestale/{prefix}{name}.svg", 1) for letter, name in names.items()}
        background = f"snakestale/{self.rules.variant.id}.svg"
        look = {"sounds": {"x": "animals/snake.mp3"}, "arrow_width": 0.1, "entities_over_arrows": False}
        return (unit_grid(self.rules, images, background=background, **look),)

    def description(self, position: Any, move: Any) -> str:
        """Which snake's head goes where."""
        _, cell = move
        snake = {"Player": "player", "LandSnake": "land snake", "WaterSnake": "water snake"}
        kind, _ = super().description(position, move).split(maxsplit=1)
        return f"{snake[kind]} to {self.name_of(cell)}"

"""The picture of WayOut: every block is also its button."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import tile
from perfect_play.puzzles.drawing.shapes import CARD, ORANGE
from perfect_play.puzzles.one_player.wayout import DOWN, KINDS, UP
from perfect_play.puzzles.picture import BLUE, BROWN_PIECE, RED, REMOVE, Image, Picture, Theme, unit_grid
from perfect_play.puzzles.view import VOID

DARK = "#3b444b"
SIGNS = dict(zip(KINDS, "↔↕•+:", strict=True))
IMAGES = dict(zip(KINDS, ("quickcross/H.svg", "quickcross/V.svg", BLUE, BROWN_PIECE, RED), strict=True))


class Blocks(Picture):
    @cached_property
    def look(self) -> Look:
        signs = {kind: tile(sign, ORANGE) for kind, sign in SIGNS.items()}
        signs |= {kind.lower(): tile(sign, DARK, CARD) for kind, sign in SIGNS.items()}
        return Look({UP: tile("", ORANGE), DOWN: tile("", DARK), VOID: "", **signs})

    def themes(self) -> Sequence[Theme]:
        """Signs with images of other games; a small one lies face down."""
        images = {char: Image(f"lightsout/{char}.svg", 1) for char in UP + DOWN + "t"}
        for kind, image in IMAGES.items():
            images |= {kind: Image(image, 0.9), kind.lower(): Image(image, 0.4)}
        return (unit_grid(self.rules, images, sounds={"x": REMOVE}, animation="entityFade"),)

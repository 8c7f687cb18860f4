"""Hopper: a plug-in that an installed package brings."""

from perfect_play.puzzles import Variant
from perfect_play.puzzles._template import Template

from .stones import FEW


class Hopper(Template):
    id = "hopper"  # not that of the file
    name = "Hopper"
    variants = (Variant("few", "A few stones", (FEW,), testing=True),)
    fewest = FEW

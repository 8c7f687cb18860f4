"""Hopper: a plug-in that an installed package brings."""

from __future__ import annotations

from puzzles._template import Template
from puzzles.base import Variant

from .stones import FEW


class Hopper(Template):
    id = "hopper"
    name = "Hopper"
    variants = (Variant("few", "A few stones", (FEW,), testing=True),)
    fewest = FEW

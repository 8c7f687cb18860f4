"""The families of boards that data may name: each draws boards of any size."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.drawing import grids, joined_pieces, scenes
from perfect_play.puzzles.drawing.files import Family, sheet_look

FAMILIES: Mapping[str, Family] = {
    "arc": scenes.arc,
    "boxes": grids.boxes,
    "checkered": grids.checkered,
    "crossings": grids.crossings,
    "dots": scenes.dots_and_lines,
    "drawn": sheet_look,
    "drop": scenes.drop_board,
    "field": grids.field,
    "pegs": scenes.pegs,
    "pipes": joined_pieces.pipes,
    "pits": scenes.pits,
    "rods": scenes.rods,
    "stack": scenes.stack,
    "walled": scenes.walled,
}

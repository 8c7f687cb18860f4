"""Draws positions: as SVG, and pixels as PNG."""

import re

from resvg_py import svg_to_bytes

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.svg import DrawnMove, SvgDrawing, strengths
from perfect_play.solvers.reports.position import PositionReport


def draw_svg(rules: Rules, position: Position, report: PositionReport | None = None) -> str:
    """A position as an SVG document, with the moves of a report on it if one is given."""
    moves = () if report is None else report.moves
    strong = strengths((move.value, move.delta) for move in moves)
    drawn_moves = [
        DrawnMove(move.button, move.name, move.value, opacity) for move, opacity in zip(moves, strong, strict=True)
    ]
    look = picture_of(rules).look
    drawing = SvgDrawing(rules.board(position), rules.board(rules.start()), drawn_moves, look)
    return drawing.svg(f"{rules.name}, {rules.variant.name}: {rules.format(position)}")


WIDTH, HEIGHT = 1200, 630
"""Pixels, the size that sites request for link previews."""

MARGIN = 40
_SIZE = re.compile(r'width="[\d.]+" height="[\d.]+"')
"""The size that a picture declares."""


def draw_png(svg: str) -> bytes:
    """A PNG file of an SVG picture of `draw_svg`, as large as fits, on white."""
    width, height = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    inner = _SIZE.sub(f'x="{MARGIN}" y="{MARGIN}" width="{width}" height="{height}"', svg, count=1)
    outer = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{inner}</svg>'
    return bytes(svg_to_bytes(svg_string=outer, background="white"))

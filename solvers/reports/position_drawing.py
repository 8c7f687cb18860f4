"""Draws a position as SVG, with its moves in the colors of their values."""

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

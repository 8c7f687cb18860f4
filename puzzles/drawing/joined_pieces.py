"""Pieces that span several cells: each cell is drawn with the sides on which the piece continues."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.svg_shapes import PIPES, UNIT, circle, n, path, stroke
from perfect_play.puzzles.view import EMPTY, Board

HALF = UNIT / 2
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8


def part(color: str, open_: int, gap: float = 1.5, corner: float = 6, half: float = HALF) -> str:
    """One cell of a piece that continues beyond the sides of `open_` (1 up, 2 right, 4 down, 8 left)."""
    top = -half - 0.5 if open_ & UP else -half + gap
    right = half + 0.5 if open_ & RIGHT else half - gap
    bottom = half + 0.5 if open_ & DOWN else half - gap
    left = -half - 0.5 if open_ & LEFT else -half + gap
    corners = [
        (left, top, LEFT | UP),
        (right, top, UP | RIGHT),
        (right, bottom, RIGHT | DOWN),
        (left, bottom, DOWN | LEFT),
    ]
    directions = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # of the side that follows each corner, clockwise
    shape, outline = "", ""
    for number, (x, y, sides) in enumerate(corners):
        round_here = 0 if open_ & sides else corner
        dx, dy = directions[number]
        bx, by = directions[number - 1]
        begin, end = (x - bx * round_here, y - by * round_here), (x + dx * round_here, y + dy * round_here)
        curve = f"Q{n(x)} {n(y)} {n(end[0])} {n(end[1])}" if round_here else ""
        shape += f"{'L' if shape else 'M'}{n(begin[0])} {n(begin[1])}{curve}"
        x2, y2, sides2 = corners[(number + 1) % 4]
        round_next = 0 if open_ & sides2 else corner
        stop = (x2 - dx * round_next, y2 - dy * round_next)
        if not open_ & (UP, RIGHT, DOWN, LEFT)[number]:
            outline += f"M{n(begin[0])} {n(begin[1])}{curve}" if round_here else f"M{n(end[0])} {n(end[1])}"
            outline += f"L{n(stop[0])} {n(stop[1])}"
    return path(shape + "Z", f'fill="{color}"') + path(outline, 'fill="none" stroke="#00000066" stroke-width="1.2"')


def parts(colors: Mapping[str, str], **shape: float) -> dict[str, str]:
    """Pieces of one color each, by character and the sides on which they continue. shape: arguments of `part`."""
    return {f"{char}{open_:x}": part(color, open_, **shape) for char, color in colors.items() for open_ in range(16)}


def pipes(board: Board, pieces: Mapping[str, str]) -> Look:
    """Pipes: adjacent cells with the same digit are joined; a cell joined to at most one other is an end."""
    pieces = dict(pieces)
    for digit, color in zip("123456789", PIPES, strict=True):
        for open_ in range(16):
            lines = [line for bit, line in enumerate(("V-20", "H20", "V20", "H-20")) if open_ >> bit & 1]
            pipe = stroke("".join(f"M0 0{line}" for line in lines), color, 13) if lines else ""
            pieces[f"{digit}{open_:x}"] = pipe + (circle(0, 0, 13, f'fill="{color}"') if len(lines) < 2 else "")
    for letter, color in zip("abcdefghi", PIPES, strict=True):
        end = circle(0, 0, 13, f'fill="{color}"') + circle(0, 0, 16, f'fill="none" stroke="{color}" stroke-width="2"')
        pieces |= {letter: end, letter.upper(): end}
    return Look({EMPTY: "", **pieces}, merged="123456789", boxes=True)

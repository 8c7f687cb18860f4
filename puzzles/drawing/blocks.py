"""Blocks and cars that span several cells: each cell is drawn with the sides on which the piece continues."""

from __future__ import annotations

from collections.abc import Mapping

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import (
    BARK,
    BLUE,
    GREEN,
    ORANGE,
    PINK,
    PURPLE,
    RED,
    TEAL,
    UNIT,
    YELLOW,
    circle,
    filled,
    n,
    path,
    rect,
    stroke,
)
from perfect_play.puzzles.view import EMPTY, Board

HALF = UNIT / 2
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
PIPES = (TEAL, ORANGE, PURPLE, PINK, "#8a5a34", RED, BLUE, GREEN, YELLOW)
SIDE = {"u": UP, "r": RIGHT, "d": DOWN, "l": LEFT}


def part(
    color: str, open_: int, gap: float = 1.5, corner: float = 6, edge: str = "#00000066", half: float = HALF
) -> str:
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
    return path(shape + "Z", f'fill="{color}"') + path(outline, f'fill="none" stroke="{edge}" stroke-width="1.2"')


def tray(board: Board, cells: Mapping[str, tuple[str, str]], exit_: str = "") -> Look:
    """A wooden tray of blocks. cells: by character, the color, and the sides of `urdl` where the block continues."""
    wide, high = board.cols * UNIT, board.rows * UNIT
    frame = rect(wide / 2, high / 2, wide + 8, high + 8, 6, filled(BARK, "#00000088"))
    floor = rect(wide / 2, high / 2, wide, high, 2, 'fill="#f1e3c8"')
    joined = {char: sum(SIDE[side] for side in sides) for char, (_, sides) in cells.items()}
    pieces = {char: part(color, joined[char]) for char, (color, _) in cells.items()}
    return Look({EMPTY: "", **pieces}, joined=joined, under=frame + floor + exit_)


def merged(board: Board, colors: Mapping[str, str], further: Mapping[str, str] | None = None) -> Look:
    """Pieces of one color each, in boxes: adjacent cells with the same character are one piece."""
    pieces = {f"{char}{open_:x}": part(color, open_) for char, color in colors.items() for open_ in range(16)}
    return Look({EMPTY: "", **pieces, **(further or {})}, merged="".join(colors), boxes=True)


def parts(colors: Mapping[str, str], **shape: float) -> dict[str, str]:
    """Pieces of one color each, by character and the sides on which they continue. shape: arguments of `part`."""
    return {f"{char}{open_:x}": part(color, open_, **shape) for char, color in colors.items() for open_ in range(16)}


def pipes(board: Board, pieces: Mapping[str, str] = {}) -> Look:
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


ENDS = {"l": RIGHT, "r": LEFT, "h": LEFT | RIGHT, "u": DOWN, "d": UP, "v": UP | DOWN}


def car(color: str, end: str) -> str:
    """One cell of a car or a truck; end: `l`, `r`, `u` or `d` for an end on that side, `h` or `v` for the middle."""
    open_ = ENDS[end]
    glass = 'fill="#26333c" fill-opacity="0.8"'
    lamp = 'fill="#fff3b0"'
    body = part(color, open_, 4, 9, "#00000088")
    if end in "lr":
        sign = -1 if end == "l" else 1
        body += rect(sign * 2, 0, 6, 20, 2, glass)
        if end == "r":
            body += circle(14, -9, 2, lamp) + circle(14, 9, 2, lamp)
    elif end in "ud":
        sign = -1 if end == "u" else 1
        body += rect(0, sign * 2, 20, 6, 2, glass)
        if end == "u":
            body += circle(-9, -14, 2, lamp) + circle(9, -14, 2, lamp)
    return body


def car_park(board: Board, cells: Mapping[str, tuple[str, str]], exit_row: int, side: int) -> Look:
    """A parking lot, the exit on the right. cells: by character, the color and the end that a car has there."""
    lot = rect(side * UNIT / 2, side * UNIT / 2, side * UNIT + 8, side * UNIT + 8, 6, filled("#59636b", "#20262b", 3))
    length = (board.cols - side) * UNIT
    y = (exit_row + 0.5) * UNIT
    road = rect((side + board.cols) / 2 * UNIT + 1, y, length + 6, UNIT, 0, 'fill="#59636b"')
    lines = "".join(f"M{col * UNIT} 0V{side * UNIT}M0 {col * UNIT}H{side * UNIT}" for col in range(1, side))
    arrow = stroke(f"M{n(side * UNIT + 12)} {n(y)}h40m-12 -9l12 9l-12 9", "#ffffff", 3, 'stroke-opacity="0.7"')
    marks = stroke(lines, "#ffffff", 1, 'stroke-opacity="0.22"')
    pieces = {char: car(color, end) for char, (color, end) in cells.items()}
    joined = {char: ENDS[end] for char, (_, end) in cells.items()}
    return Look({EMPTY: "", **pieces}, joined=joined, under=lot + road + marks + arrow)

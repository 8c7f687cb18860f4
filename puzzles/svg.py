"""Draws the board of any puzzle or game as an SVG document, for pages, lessons and posts.

A `Look` defines cells and pieces. Whatever it leaves open is drawn from the view alone: digits and capitals are tiles,
small letters are discs, each with a color of its own; `x` and `o` are the pieces of the two players; `-` is an empty
cell. A cell with `*` is left out unless something was there at the start. Moves, if given, are drawn as rings, dots and
arrows. The SVG has no script; its style sheet only applies if the URL ends in `#adaptive`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import gcd, hypot
from typing import NamedTuple

from perfect_play.puzzles.drawing.look import LETTERS, Look
from perfect_play.puzzles.drawing.svg_shapes import CARD, DARK_MODE, EDGE, FONT, LINE, LOW, UNIT, moved
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board, Button, Move, Shift

PAD = 5
CROWD = 10  # more arrows than this are drawn thin, so that the board stays visible
SMALL, INNER = 0.42, 8.5  # the scale of a piece on the mark of a move, and the radius of its background
TALL = 12  # rows; in taller boards, rows with no piece nearby are drawn flat
FLAT = 1.5
DARK = "".join(f"#adaptive:target .{name}{{fill:{fill};stroke:{stroke}}}" for name, (fill, stroke) in DARK_MODE.items())
STYLE = f"@media (prefers-color-scheme:dark){{{DARK}}}"


class Hue(NamedTuple):
    """The color of a piece and of the letter on it."""

    hue: str
    on: str


PALETTE = {
    "d0": Hue("#f2efe6", "#20262b"),
    "d1": Hue("#f0c64a", "#2b2205"),
    "d2": Hue("#2f6fb5", "#ffffff"),
    "d3": Hue("#c8473b", "#ffffff"),
    "d4": Hue("#2f8a57", "#ffffff"),
    "d5": Hue("#e58a34", "#2b1804"),
    "d6": Hue("#7457b8", "#ffffff"),
    "d7": Hue("#2a8f96", "#ffffff"),
    "d8": Hue("#c4568c", "#ffffff"),
    "d9": Hue("#5b6770", "#ffffff"),
    "one": Hue("#27343d", "#ffffff"),
    "two": Hue("#fbf6e8", "#3a3323"),
    "off": Hue("#9a968b", "#20262b"),
    "l0": Hue("#3b6ea8", "#ffffff"),
    "l1": Hue("#a8552e", "#ffffff"),
    "l2": Hue("#37805a", "#ffffff"),
    "l3": Hue("#8a4f9e", "#ffffff"),
    "l4": Hue("#d8a93a", "#2b2205"),
    "l5": Hue("#2c8089", "#ffffff"),
    "l6": Hue("#b8475f", "#ffffff"),
    "l7": Hue("#66717a", "#ffffff"),
}
"""The web page's light theme, by the names the page uses."""

WORTH = {"win": "#00807a", "lose": "#a8280f", "tie": "#e0aa00", "draw": "#7a3fc0"}
PLAIN = "#24566b"  # a move with no value


@dataclass(frozen=True)
class DrawnMove:
    """A move to draw: its button, name and value ("" if unknown), and the opacity of its color, from 0 to 1."""

    button: Button
    name: str
    value: str = ""
    opacity: float = 1.0


Point = tuple[float, float]


class SvgDrawing:
    """One board. first: the variant's start, which distinguishes an emptied `*` cell from one that never existed."""

    def __init__(
        self,
        board: Board,
        first: Board | None = None,
        moves: Sequence[DrawnMove] = (),
        look: Look = LETTERS,
    ) -> None:
        self.board = board
        self.moves = touched_first(moves, look)
        self.look = look
        buttons = [move.button for move in self.moves]
        self._touched = {button.cell for button in buttons if isinstance(button, Add)}
        ends = {end for button in buttons if isinstance(button, Move) for end in (button.source, button.target)}
        alike = first is not None and len(first.cells) == len(board.cells)
        self._first = first.cells if alike and first is not None else VOID * len(board.cells)
        self._busy = self._touched | ends
        self._tops = self._rows(self._busy)

    def _rows(self, busy: Collection[int]) -> list[float]:
        """The top of each row, and the bottom of the last."""
        board = self.board
        used = [False] * (board.rows + 2)
        for cell, char in enumerate(board.cells):
            if char not in (EMPTY, VOID) or cell in busy:
                used[cell // board.cols + 1] = True
        visible = {cell // board.cols for cell, char in enumerate(board.cells) if char != VOID}
        tops = [0.0]
        for row in range(board.rows):
            full = len(visible) <= TALL or any(used[row : row + 3])
            tops.append(tops[-1] + (UNIT if full else FLAT))
        return tops

    def center(self, cell: int) -> Point:
        """The point in the middle of a cell."""
        if self.look.centers:
            return self.look.centers[cell]
        row, col = divmod(cell, self.board.cols)
        return (col + 0.5) * UNIT, (self._tops[row] + self._tops[row + 1]) / 2

    def _left_out(self, cell: int) -> bool:
        if self.look.centers and cell >= len(self.look.centers):
            return True
        row = cell // self.board.cols
        flat = not self.look.centers and self._tops[row + 1] - self._tops[row] < UNIT
        void = self.board.cells[cell] == VOID and self._first[cell] == VOID and cell not in self._touched
        return flat or void

    def svg(self, label: str = "") -> str:
        """The drawing as an SVG document. label: its title."""
        top, (width, height) = 0.0, self.look.size or (self.board.cols * UNIT, self._tops[-1])
        if not self.look.centers:
            top, height = self._trimmed()
        radius = height / 2 if self.look.body else 0.0
        wide, high = width + 2 * PAD + 2 * radius, height + 2 * PAD
        cells = [cell for cell in range(len(self.board.cells)) if not self._left_out(cell)]
        ground = map(self._ground, cells) if self.look.boxes else ()
        body = [self.look.under, *ground, *map(self._piece, cells), self.look.over]
        if self.look.body:
            body.append(moved(self.look.body.drawing(self.board, radius), width + radius, top + radius))
        arrows = {button for move in self.moves if isinstance(button := move.button, Move)}
        crowded = len(arrows) > CROWD
        worst_first = list(reversed(self.moves))  # draws the best last, on top, and arrows above buttons
        cell_count = len(self.look.centers) or len(self.board.cells)
        for move in sorted(worst_first, key=lambda move: isinstance(move.button, Move)):
            if last_cell(move.button, self.board.cols) < cell_count:
                body.append(self._move(move, arrows, crowded))
        box = f"{-PAD} {_n(top - PAD)} {_n(wide)} {_n(high)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" id="adaptive" viewBox="{box}" '
            f'width="{_n(wide)}" height="{_n(high)}" role="img" font-family="{FONT}" font-size="17" '
            'font-weight="650" text-anchor="middle">'
            f"<title>{escape(label)}</title><style>{STYLE}</style>"
            f"{''.join(body)}</svg>\n"
        )

    def _trimmed(self) -> tuple[float, float]:
        """Top and height of the range of rows that are ever used."""
        board = self.board
        used = [
            cell // board.cols
            for cell, (char, first) in enumerate(zip(board.cells, self._first, strict=True))
            if char != VOID or first != VOID or cell in self._busy
        ]
        top = self._tops[min(used, default=0)]
        return top, self._tops[max(used, default=board.rows - 1) + 1] - top

    def _ground(self, cell: int) -> str:
        x, y = self.center(cell)
        return _square(x, y, UNIT - 2, 8, f'class="cell" fill="{CARD}" stroke="{LINE}"')

    def _piece(self, cell: int) -> str:
        char = self.board.cells[cell]
        x, y = self.center(cell)
        fragment = self.look.fragment(self.board, cell)
        if fragment is not None:
            return fragment and f'<g transform="translate({_n(x)} {_n(y)})">{fragment}</g>'
        if char == EMPTY:
            return ""
        tile, name = look(char)
        hue = PALETTE[name]
        style = f'fill="{hue.hue}" stroke="{EDGE}"'
        body = _square(x, y, UNIT - 5, 7, style) if tile else _circle(x, y, UNIT / 2 - 5, style)
        return body if char == VOID else body + _letter(char, x, y, hue.on)

    def _move(self, move: DrawnMove, arrows: Collection[Move], crowded: bool) -> str:
        color, strong = WORTH.get(move.value, PLAIN), f'opacity="{_n(move.opacity)}"'
        match move.button:
            case Move(source, target):
                line, head = self._arrow(source, target, Move(target, source) in arrows)
                faint = ' stroke-opacity="0.45" fill-opacity="0.6"' if crowded else ""
                shaft = f'<path d="{line}" fill="none" stroke="{color}" stroke-width="{2 if crowded else 4}"'
                body = (
                    f'{shaft} stroke-linecap="round" {strong}{faint}/><path d="{head}" fill="{color}" {strong}{faint}/>'
                )
                if not crowded:
                    casing = f'<path d="{line}" fill="none" stroke="{CARD}" stroke-width="7" stroke-linecap="round"/>'
                    body = casing + body
            case Shift(side, row, _):
                to_left = side == "L"
                x = UNIT * 0.3 if to_left else (self.board.cols - 0.3) * UNIT
                y, tip = self.center(row * self.board.cols)[1], -12 if to_left else 12
                head = f"M{_n(x + tip)} {_n(y)} L{_n(x)} {_n(y - 10)} L{_n(x)} {_n(y + 10)} Z"
                body = f'<path d="{head}" fill="{color}" {strong}/>'
            case Add(char, cell):
                x, y = self.center(cell)
                current, mark = self.board.cells[cell], self.look.mark(self.board, cell, char)
                if mark is not None:
                    body = f'<g transform="translate({_n(x)} {_n(y)})" color="{color}" {strong}>{mark}</g>'
                elif current == EMPTY or (current == VOID and self.look.fragment(self.board, cell) == ""):
                    body = _circle(x, y, UNIT / 2 - 8, f'fill="{color}" {strong}')
                    if char != EMPTY:
                        body += self._sign(
                            char, cell, "#2b2205" if move.value == "tie" else "#ffffff", f'"{color}" {strong}'
                        )
                else:
                    style, ring = f'fill="none" stroke="{color}" stroke-width="4" {strong}', self.look.ring
                    body = _square(x, y, UNIT - 7, 7, style) if ring is None else _circle(x, y, ring, style)
            case _:
                return ""
        return f"<g><title>{escape(move.name)}</title>{body}</g>"

    def _sign(self, char: str, cell: int, ink: str, color: str) -> str:
        """The mark of a move onto an empty cell: the piece, small, or its letter if it has no drawing."""
        x, y = self.center(cell)
        piece = self.look.piece(char, cell)
        if not piece:
            return _letter(char, x, y, ink) if piece is None else ""
        ground = _circle(x, y, INNER, f'class="cell" fill="{CARD}" stroke="none"')
        middle, wide = (UNIT / 2 - 8 + INNER) / 2, UNIT / 2 - 8 - INNER
        ring = _circle(x, y, middle, f'fill="none" stroke-width="{_n(wide)}" stroke={color}')  # pieces may be larger
        return f'{ground}<g transform="translate({_n(x)} {_n(y)}) scale({SMALL})">{piece}</g>{ring}'

    def _arrow(self, source: int, target: int, back: bool) -> tuple[str, str]:
        """Shaft and head, bent if it would cross other cells or cover an arrow in the opposite direction (`back`)."""
        (x0, y0), (x1, y1) = self.center(source), self.center(target)
        dx, dy = x1 - x0, y1 - y0
        length = hypot(dx, dy) or 1.0
        between = gcd(round(dx / UNIT), round(dy / UNIT)) > 1
        bend = min(UNIT * 0.95, length * 0.22 + 6) if between else UNIT * 0.4 if back else 0.0
        control = (x0 + x1) / 2 + dy / length * bend, (y0 + y1) / 2 - dx / length * bend
        start = _toward((x0, y0), control, UNIT * 0.34)
        tip = _toward((x1, y1), control, UNIT * 0.12)
        neck = _toward(tip, control, 10)
        ux, uy = (tip[0] - neck[0]) / 10, (tip[1] - neck[1]) / 10
        wings = [(neck[0] - side * uy * 6.5, neck[1] + side * ux * 6.5) for side in (1, -1)]
        line = f"M{_at(start)} Q{_at(control)} {_at(neck)}"
        return line, f"M{_at(tip)} L{_at(wings[0])} L{_at(wings[1])} Z"


def touched_first(moves: Sequence[DrawnMove], look: Look) -> list[DrawnMove]:
    """The moves to draw, best first: of those of two parts, only the first part, with the best value among them."""
    if not look.first:
        return list(moves)
    first_parts: dict[Button, DrawnMove] = {}
    for move in moves:
        first = look.first_touch(move.button)
        part = move if first is None else replace(move, button=first.button)
        place = Add(EMPTY, part.button.cell) if isinstance(part.button, Add) else part.button
        first_parts.setdefault(place, part)
    return list(first_parts.values())


def last_cell(button: Button, cols: int) -> int:
    """The highest cell number that a button uses."""
    match button:
        case Move(source, target):
            return max(source, target)
        case Add(_, cell):
            return cell
        case Shift(_, row, _):
            return row * cols
    return 0


def look(char: str) -> tuple[bool, str]:
    """Whether a piece is a tile rather than a disc, and the name of its color."""
    if char == VOID:
        return False, "off"
    if char.isdigit():
        return True, f"d{char}"
    if char in "xX":
        return False, "one"
    if char in "oO":
        return False, "two"
    return char.isupper(), f"l{(ord(char.lower()) - 96) % 8}"


def strengths(worths: Iterable[tuple[str, int]]) -> list[float]:
    """The opacity of each move's color, for moves given by (value, deltaRemoteness), best first.

    The best move of each value has 1; each further step down in remoteness takes off a quarter, to no less than 0.5.
    """
    opacities: list[float] = []
    before = "", 0
    for value, delta in worths:
        if value != before[0]:
            opacities.append(1.0)
        else:
            opacities.append(opacities[-1] if delta == before[1] else max(0.5, opacities[-1] - 0.25))
        before = value, delta
    return opacities


def _toward(start: Point, end: Point, by: float) -> Point:
    distance = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * by / distance, start[1] + (end[1] - start[1]) * by / distance


def _square(x: float, y: float, side: float, round_: float, style: str) -> str:
    return (
        f'<rect x="{_n(x - side / 2)}" y="{_n(y - side / 2)}" width="{_n(side)}" height="{_n(side)}" '
        f'rx="{_n(round_)}" {style}/>'
    )


def _circle(x: float, y: float, radius: float, style: str) -> str:
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {style}/>'


def _letter(char: str, x: float, y: float, color: str) -> str:
    y += 4.6 if char in LOW else 6.1  # the middle of the letter, above its baseline
    return f'<text x="{_n(x)}" y="{_n(y)}" fill="{color}">{escape(char)}</text>'


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(number: float) -> str:
    """The number in as few characters as possible, rounded to hundredths."""
    return f"{number:.2f}".rstrip("0").rstrip(".")

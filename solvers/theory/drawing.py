"""Draws a thermograph as SVG: values from right to left, as is usual, so that Left's side is left; taxes upward."""

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from math import ceil, floor

from perfect_play.puzzles.drawing.svg_shapes import BLUE, CARD, FONT, INK, LINE, RED, n
from perfect_play.puzzles.svg import STYLE
from perfect_play.solvers.theory.thermographs import COLDEST, Thermograph, Wall

WIDTH, HEIGHT, SIDE, FOOT = 360, 260, 28, 34
MOST_LABELS = 9
FAINT = "#8a939a66"


def draw_thermograph(graph: Thermograph, title: str) -> str:
    """An SVG document: the left wall in player 1's blue, the right wall in player 2's red, the mast in black."""
    values = [value for wall in (graph.left, graph.right) for _, value in wall.corners]
    low, high = floor(min(values)) - 1, ceil(max(values)) + 1
    top = max(Fraction(1), graph.temperature + Fraction(1, 2) + graph.temperature / 4)

    def x(value: Fraction | int) -> float:
        return SIDE + float((high - value) / Fraction(high - low)) * (WIDTH - 2 * SIDE)

    def y(tax: Fraction | int) -> float:
        return HEIGHT - FOOT - float((tax - COLDEST) / (top - COLDEST)) * (HEIGHT - FOOT - 12)

    def line(points: Iterable[tuple[Fraction, Fraction | int]], color: str, width: float, extra: str = "") -> str:
        path = "L".join(f"{n(x(value))} {n(y(tax))}" for tax, value in points)
        return f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{width}" {extra}/>'

    def text(left: float, top: float, label: str, anchor: str) -> str:
        return (
            f'<text x="{n(left)}" y="{n(top)}" text-anchor="{anchor}" class="say" fill="{INK}">{escape(label)}</text>'
        )

    def bent(wall: Wall, color: str) -> str:
        return line([*wall.corners, (graph.temperature, graph.mean)], color, 2.5, 'stroke-linejoin="round"')

    each = ceil((high - low) / MOST_LABELS)
    labels = [value for value in range(low, high + 1) if value % each == 0]
    grid = [line([(COLDEST, value), (top, value)], FAINT, 1) for value in labels]
    grid += [line([(tax, low), (tax, high)], FAINT, 1) for tax in {COLDEST, Fraction(0)}]
    named = [text(x(value), HEIGHT - 14, str(value), "middle") for value in labels]
    named += [text(SIDE - 6, y(tax) + 4, str(tax), "end") for tax in {COLDEST, Fraction(0)}]
    if graph.temperature not in (COLDEST, 0):
        grid.append(line([(graph.temperature, low), (graph.temperature, high)], FAINT, 1, 'stroke-dasharray="4 3"'))
        named.append(text(WIDTH - 4, y(graph.temperature) - 4, str(graph.temperature), "end"))
    mast = line([(graph.temperature, graph.mean), (top, graph.mean)], INK, 2.5, 'class="ink"')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" id="adaptive" '
            f'font-family="{escape(FONT)}" font-size="12">',
            f"<title>{escape(title)}</title><style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" class="cell" fill="{CARD}" stroke="{LINE}"/>',
            *grid,
            bent(graph.left, BLUE),
            bent(graph.right, RED),
            mast,
            *named,
            "</svg>\n",
        ]
    )

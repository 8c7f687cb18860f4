"""Thermographs: what both players get from a game if every move costs a tax t, exactly, as piecewise linear walls.

The left wall at t is the stop that Left reaches by beginning, the right wall the one that Right reaches. They meet at
the *temperature* of the game, how much a move in it is worth, and above that run up the *mast*, at the *mean*.

A. N. Siegel, "Combinatorial Game Theory", 2013, section II.5, whose tax begins at -1, so that the temperature of an
integer is -1, of any other number minus one divided by its denominator, of an infinitesimal 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import ceil, floor

from perfect_play.puzzles.drawing.svg_shapes import BLUE, CARD, FONT, INK, LINE, RED, n
from perfect_play.puzzles.svg import STYLE
from perfect_play.solvers.theory.forms import Form

COLDEST = Fraction(-1)
"""The least tax."""

Point = tuple[Fraction, Fraction]  # tax, value


@dataclass(frozen=True, slots=True)
class Wall:
    """A continuous piecewise linear function of the tax: its corners, from the least tax on, and its last slope."""

    corners: tuple[Point, ...]
    slope: int = 0

    def at(self, tax: Fraction) -> Fraction:
        """The value at a tax."""
        for (low, below), (high, above) in pairwise(self.corners):
            if tax <= high:
                return below + (above - below) * (tax - low) / (high - low)
        last, value = self.corners[-1]
        return value + self.slope * (tax - last)

    def sloped(self, by: int) -> "Wall":
        """The wall plus `by` times the tax."""
        return Wall(tuple((tax, value + by * tax) for tax, value in self.corners), self.slope + by)


@dataclass(frozen=True, slots=True)
class Thermograph:
    """Both walls, each ending where the mast begins, and the mast: its value, and where it begins."""

    left: Wall
    right: Wall
    mean: Fraction
    temperature: Fraction


def thermograph(game: Form) -> Thermograph:
    """The thermograph of a game in canonical form."""
    cache: dict[int, Thermograph] = {}

    def cached(game: Form) -> Thermograph:
        if game.key not in cache:
            cache[game.key] = of(game)
        return cache[game.key]

    def of(game: Form) -> Thermograph:
        if game.number is not None and game.number.denominator == 1:
            mast = Wall(((COLDEST, game.number),))
            return Thermograph(mast, mast, game.number, COLDEST)
        left_wall = highest(cached(option).right for option in game.left).sloped(-1)
        right_wall = negated(highest(negated(cached(option).left) for option in game.right)).sloped(1)
        return _cooled(left_wall, right_wall)

    return cached(game)


def negated(wall: Wall) -> Wall:
    """Minus the wall."""
    return Wall(tuple((tax, -value) for tax, value in wall.corners), -wall.slope)


def highest(walls: Iterable[Wall]) -> Wall:
    """The greatest of walls at every tax."""
    best, *remaining = walls
    for wall in remaining:
        best = _higher(best, wall)
    return best


def _taxes(first: Wall, second: Wall) -> list[Fraction]:
    """Every tax at which one of two walls has a corner, or where they cross."""
    taxes = sorted({tax for wall in (first, second) for tax, _ in wall.corners})
    differences = [first.at(tax) - second.at(tax) for tax in taxes]
    for (low, below), (high, above) in pairwise(zip(taxes[:], differences, strict=True)):
        if below * above < 0:
            taxes.append(low + (high - low) * below / (below - above))
    last, slope = differences[-1], first.slope - second.slope
    if last * slope < 0:
        taxes.append(max(tax for wall in (first, second) for tax, _ in wall.corners) - last / slope)
    return sorted(taxes)


def _higher(first: Wall, second: Wall) -> Wall:
    taxes = _taxes(first, second)
    after = taxes[-1] + 1
    slope = (first if first.at(after) > second.at(after) else second).slope
    return _wall([(tax, max(first.at(tax), second.at(tax))) for tax in taxes], slope)


def _cooled(left_wall: Wall, right_wall: Wall) -> Thermograph:
    """The walls up to where they first meet, and the mast from there."""
    taxes = _taxes(left_wall, right_wall)
    meeting = next(tax for tax in taxes if left_wall.at(tax) <= right_wall.at(tax))
    mean = left_wall.at(meeting)
    left_wall, right_wall = (
        _wall([(tax, wall.at(tax)) for tax in taxes if tax <= meeting], 0) for wall in (left_wall, right_wall)
    )
    return Thermograph(left_wall, right_wall, mean, meeting)


def _wall(points: list[Point], slope: int) -> Wall:
    """The wall through these points, without those at which it does not turn."""
    corners = points[:1]
    for i, (tax, value) in enumerate(points[1:], 1):
        before = (value - corners[-1][1]) / (tax - corners[-1][0])
        after = slope
        if i + 1 < len(points):
            after = (points[i + 1][1] - value) / (points[i + 1][0] - tax)  # type: ignore[assignment]
        if before != after:
            corners.append((tax, value))
    return Wall(tuple(corners), slope)


# --- drawing --------------------------------------------------------------------------------------


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

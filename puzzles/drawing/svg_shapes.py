"""SVG shapes and colors, the elements of all drawings.

A shape is a string. Colors are attributes, so that a drawing needs no style sheet; only what lies directly on the
background also has a class, by which dark mode recolors it.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

UNIT = 40  # side of a cell, in units of the drawing

CARD, LINE, EDGE, INK = "#fffdf9", "#dcd7cb", "#00000038", "#20262b"
BLACK, WHITE, CREAM = "#27343d", "#ffffff", "#fbf6e8"
RED, BLUE, GREEN, YELLOW, ORANGE = "#c8473b", "#2f6fb5", "#2f8a57", "#f0c64a", "#e58a34"
PURPLE, TEAL, PINK, GRAY = "#7457b8", "#2a8f96", "#c4568c", "#7d8890"
WOOD, DARK_WOOD, BARK, FELT = "#dcb27a", "#b98a52", "#7a4f2b", "#2f7d57"
HOLE = "#4a3423"  # in wood
RAINBOW = (RED, ORANGE, YELLOW, GREEN, TEAL, BLUE, PURPLE, PINK)
PIPES = (TEAL, ORANGE, PURPLE, PINK, "#8a5a34", RED, BLUE, GREEN, YELLOW)

DARK_MODE = {
    "cell": ("#20272d", "#3a444c"),
    "hole": ("#252c31", "#00000066"),
    "ink": ("#c9ced2", "#c9ced2"),
    "on-ink": ("#20262b", "none"),
    "say": ("#e9e6df", "none"),
}
"""Fill and stroke of each class in dark mode."""

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
LOW = "acemnorsuvwxz"  # letters without ascenders, raised to look centered


class Point(NamedTuple):
    """A point of a drawing."""

    x: float
    y: float


def n(number: float) -> str:
    """The number in as few characters as possible, rounded to hundredths."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def at(point: tuple[float, float]) -> str:
    """A point as written in a path."""
    return f"{n(point[0])} {n(point[1])}"


def rect(x: float, y: float, width: float, height: float, round_: float, style: str) -> str:
    """A rectangle around (x, y)."""
    return (
        f'<rect x="{n(x - width / 2)}" y="{n(y - height / 2)}" width="{n(width)}" height="{n(height)}" '
        f'rx="{n(round_)}" {style}/>'
    )


def circle(x: float, y: float, radius: float, style: str) -> str:
    """A circle around (x, y)."""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" {style}/>'


def path(line: str, style: str) -> str:
    """A path."""
    return f'<path d="{line}" {style}/>'


def stroke(line: str, color: str, width: float, extra: str = "") -> str:
    """A path with round ends that encloses nothing."""
    return (
        f'<path d="{line}" fill="none" stroke="{color}" stroke-width="{n(width)}" stroke-linecap="round" '
        f'stroke-linejoin="round"{extra and " " + extra}/>'
    )


def filled(color: str, edge: str = EDGE, width: float = 1) -> str:
    """The attributes of a filled shape with an edge."""
    wide = "" if width == 1 else f' stroke-width="{n(width)}"'
    return f'fill="{color}" stroke="{edge}"{wide}'


def label(text: str, x: float, y: float, color: str = INK, size: float = 17, extra: str = "") -> str:
    """A text around (x, y)."""
    low = len(text) == 1 and text in LOW
    y += size * (0.27 if low else 0.36)
    sized = "" if size == 17 else f' font-size="{n(size)}"'
    return f'<text x="{n(x)}" y="{n(y)}" fill="{color}"{sized}{extra and " " + extra}>{escape(text)}</text>'


def moved(body: str, x: float, y: float, turn: float = 0) -> str:
    """A shape turned clockwise by `turn` degrees and moved by (x, y)."""
    turned = f" rotate({n(turn)})" if turn else ""
    return f'<g transform="translate({at((x, y))}){turned}">{body}</g>'

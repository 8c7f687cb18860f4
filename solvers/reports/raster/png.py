"""Draws a position as PNG, from its SVG: that is read again and drawn shape by shape."""

from __future__ import annotations

from cmath import rect
from itertools import pairwise
from math import radians
from typing import NamedTuple
from xml.etree import ElementTree

from solvers.reports.raster import lettering
from solvers.reports.raster.canvas import Canvas
from solvers.reports.raster.outlines import Line, circle, path, rectangle

WIDTH, HEIGHT = 1200, 630  # pixels, as link previews show
MARGIN = 30
INHERITED = ("fill", "stroke", "stroke-width", "stroke-dasharray", "fill-rule", "font-size")


class Place(NamedTuple):
    """Where a group stands on the canvas, as complex numbers: its origin, and what its coordinates are multiplied by,
    which turns and scales them."""

    origin: complex
    factor: complex

    def at(self, lines: list[Line]) -> list[Line]:
        """Lines on the canvas."""
        there = [[self.origin + self.factor * complex(x, y) for x, y in line] for line in lines]
        return [[(point.real, point.imag) for point in line] for line in there]


def draw_png(svg: str) -> bytes:
    """The PNG file of an SVG document that `draw_svg` has written."""
    root = ElementTree.fromstring(svg)  # noqa: S314, written by us
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    scale = min((WIDTH - 2 * MARGIN) / width, (HEIGHT - 2 * MARGIN) / height)
    middle = complex(left + width / 2, top + height / 2)
    canvas = Canvas(WIDTH, HEIGHT)
    _draw(
        canvas,
        root,
        Place(complex(WIDTH, HEIGHT) / 2 - scale * middle, scale),
        {"fill": "#000", "stroke-width": "1"},
        1.0,
    )
    return canvas.png()


def _draw(canvas: Canvas, element: ElementTree.Element, place: Place, style: dict[str, str], opacity: float) -> None:
    """An element and what is in it. The opacity of a group is that of each shape in it."""
    given = element.attrib
    style = style | {name: given[name] for name in INHERITED if name in given}
    opacity *= float(given.get("opacity", 1))
    place = _moved(place, given.get("transform", ""))
    scale = abs(place.factor)
    tag = element.tag.rpartition("}")[2]
    if tag == "text":
        x, y = (float(given.get(name, 0)) for name in "xy")
        size = float(style["font-size"])
        lines = place.at(lettering.lines(element.text or "", x, y, size))
        canvas.stroke(lines, lettering.WEIGHT * size * scale, style["fill"], opacity)
    elif tag in ("rect", "circle", "path"):
        lines = place.at(_outline(tag, given))
        if style["fill"] != "none":
            even_odd = style.get("fill-rule") == "evenodd"
            canvas.fill(lines, style["fill"], opacity * float(given.get("fill-opacity", 1)), even_odd)
        if style.get("stroke", "none") != "none":
            dashes = [float(length) * scale for length in style.get("stroke-dasharray", "").split()]
            width = float(style["stroke-width"]) * scale
            seen = opacity * float(given.get("stroke-opacity", 1))
            canvas.stroke(_dashed(lines, dashes) if dashes else lines, width, style["stroke"], seen)
    for inner in element:
        _draw(canvas, inner, place, style, opacity)


def _outline(tag: str, given: dict[str, str]) -> list[Line]:
    if tag == "path":
        return path(given["d"])
    if tag == "circle":
        return [circle(*(float(given[name]) for name in ("cx", "cy", "r")))]
    return [rectangle(*(float(given.get(name, 0)) for name in ("x", "y", "width", "height", "rx")))]


def _moved(place: Place, transform: str) -> Place:
    """The place of a group with `translate`, `scale` by one number, and `rotate`."""
    origin, factor = place
    for call in transform.split(")")[:-1]:
        name, _, numbers = call.strip().partition("(")
        first, *rest = map(float, numbers.replace(",", " ").split())
        if name == "translate":
            origin += factor * complex(first, rest[0] if rest else 0)
        else:
            factor *= first if name == "scale" else rect(1, radians(first))
    return Place(origin, factor)


def _dashed(lines: list[Line], dashes: list[float]) -> list[Line]:
    """Every second stretch of the lines, of these lengths in turn."""
    found: list[Line] = []
    for line in lines:
        number, left, drawn = 0, dashes[0], [line[0]]
        for (x0, y0), (x1, y1) in pairwise(line):
            length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
            done = 0.0
            while length - done > left:
                done += left
                point = x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length
                if number % 2 == 0:
                    found.append([*drawn, point])
                number, drawn = number + 1, [point]
                left = max(dashes[number % len(dashes)], 0.1)
            left -= length - done
            drawn.append((x1, y1))
        if number % 2 == 0:
            found.append(drawn)
    return found

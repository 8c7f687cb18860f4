"""Draws a position as PNG, from its SVG, for places that do not show SVG: link previews, chats, slides."""

import re

from resvg_py import svg_to_bytes

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

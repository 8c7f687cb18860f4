"""A canvas of pixels on which polygons are filled and lines are drawn, with smooth edges; and its PNG file."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from math import hypot

import numpy as np
from numpy.typing import NDArray

from solvers.reports.raster.outlines import Line, circle

FINE = 3  # samples of a pixel, each way
COARSE = 12  # pixels; joins of finer lines have eight corners
SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Canvas:
    """Pixels in colors from 0 to 255, white at first."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels = np.full((height, width, 3), 255.0)

    def fill(self, lines: Sequence[Line], color: str, opacity: float = 1.0, even_odd: bool = False) -> None:
        """Fill what lines enclose. color: hexadecimal, `#rgb`, `#rrggbb` or with its opacity `#rrggbbaa`."""
        high, wide, _ = self.pixels.shape
        if not lines:
            return
        rings = [np.array([*line, line[0]]) for line in lines]
        points = np.concatenate(rings)
        left, top = np.maximum(0, np.floor(points.min(axis=0))).astype(int)
        right, bottom = np.minimum((wide, high), np.ceil(points.max(axis=0)) + 1).astype(int)
        if left >= right or top >= bottom:
            return
        *rgb, own = _numbers(color)
        covered = _covered(rings, left, top, right - left, bottom - top, even_odd)[:, :, None] * opacity * own / 255
        part = self.pixels[top:bottom, left:right]
        part += (np.array(rgb) - part) * covered

    def stroke(self, lines: Sequence[Line], width: float, color: str, opacity: float = 1.0) -> None:
        """Draw lines with round joins and ends."""
        pieces: list[Line] = []
        for line in lines:
            for (x0, y0), (x1, y1) in pairwise(line):
                length = hypot(x1 - x0, y1 - y0)
                if length:
                    dx, dy = (y1 - y0) / length * width / 2, (x0 - x1) / length * width / 2
                    corners = [(x0 + dx, y0 + dy), (x0 - dx, y0 - dy), (x1 - dx, y1 - dy), (x1 + dx, y1 + dy)]
                    pieces.append(corners)
            if width > 1.5:  # pixels; finer ones need no joins
                pieces += [circle(x, y, width / 2)[:: -1 if width > COARSE else -6] for x, y in line]
        self.fill(pieces, color, opacity)

    def png(self) -> bytes:
        """The file."""
        high, wide, _ = self.pixels.shape
        rows = np.zeros((high, 1 + 3 * wide), np.uint8)
        rows[:, 1:] = np.rint(self.pixels).astype(np.uint8).reshape(high, -1)
        parts = (
            (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
            (b"IDAT", zlib.compress(rows.tobytes())),
            (b"IEND", b""),
        )
        return SIGNATURE + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in parts
        )


def _covered(
    rings: Sequence[NDArray[np.float64]], left: int, top: int, width: int, height: int, even_odd: bool
) -> NDArray[np.float64]:
    """How much of each pixel of a box is enclosed, from 0 to 1, by counting turns around FINE x FINE samples of it."""
    begin, end = np.concatenate([ring[:-1] for ring in rings]), np.concatenate([ring[1:] for ring in rings])
    begin, end = (begin - (left, top)) * FINE, (end - (left, top)) * FINE
    down = begin[:, 1] < end[:, 1]
    upper, lower = np.where(down[:, None], begin, end), np.where(down[:, None], end, begin)
    first = np.clip(np.ceil(upper[:, 1] - 0.5), 0, height * FINE).astype(int)
    last = np.clip(np.ceil(lower[:, 1] - 0.5), 0, height * FINE).astype(int)
    counts = last - first
    edge = np.repeat(np.arange(len(counts)), counts)
    row = np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts) + first[edge]
    slope = (lower - upper)[edge]
    across = upper[edge, 0] + (row + 0.5 - upper[edge, 1]) * slope[:, 0] / slope[:, 1]
    column = np.clip(np.ceil(across - 0.5), 0, width * FINE).astype(int)
    turns = np.bincount(
        row * (width * FINE + 1) + column, np.where(down, 1, -1)[edge], height * FINE * (width * FINE + 1)
    )
    winding = turns.astype(np.int8).reshape(height * FINE, -1)[:, :-1].cumsum(axis=1, dtype=np.int16)
    inside = winding % 2 == 1 if even_odd else winding != 0
    covered: NDArray[np.float64] = inside.reshape(height, FINE, width, FINE).mean(axis=(1, 3))
    return covered


def _numbers(color: str) -> bytes:
    """Red, green, blue and opacity, each up to 255."""
    digits = color.removeprefix("#")
    whole = digits if len(digits) > 4 else "".join(2 * digit for digit in digits)
    return bytes.fromhex(f"{whole:f<8}")

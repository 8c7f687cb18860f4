"""Pictures in pixels: of one size, with the board centered, and every puzzle and game visible."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.solvers.reports.position_drawing import HEIGHT, MARGIN, WIDTH, draw_png, draw_svg
from tests.helpers import load, name_of


def pixels(png: bytes) -> np.ndarray:
    """The picture of a PNG file of eight bits a channel, as an array (height, width, channels)."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, bits, color = struct.unpack(">IIBB", png[16:26])
    assert (bits, color) in ((8, 6), (8, 2))
    channels = {6: 4, 2: 3}[color]
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    picture = np.zeros((height, width * channels), np.uint8)
    for y, row in enumerate(rows):
        picture[y] = unfiltered(int(row[0]), row[1:], picture[y - 1] if y else np.zeros_like(row[1:]), channels)
    return picture.reshape(height, width, channels)


def unfiltered(kind: int, row: np.ndarray, above: np.ndarray, channels: int) -> np.ndarray:
    """A row of a PNG file as it was before filtering (W3C, Portable Network Graphics, 9.2)."""
    if kind == 0:
        return row
    if kind == 2:
        return row + above
    out = [0] * channels
    over = [0] * channels + above.tolist()
    for i, byte in enumerate(row.tolist()):
        left, up, corner = out[i], over[i + channels], over[i]
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) // 2
        else:
            guess = min((left, up, corner), key=lambda some: abs(left + up - corner - some))
        out.append((byte + guess) % 256)
    return np.array(out[channels:], np.uint8)


OPENED = [cls(cls.find_variant(cls.opening())) for cls in registry.all_rules() if cls.variants]
EVERY = 10
"""Every tenth board is drawn; `make exhaustive` draws all."""


@pytest.mark.second_ring
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=name_of(rules), marks=[pytest.mark.exhaustive] * (number % EVERY > 0))
        for number, rules in enumerate(OPENED)
    ],
)
def test_every_board_is_drawn(rules: Rules):
    png = draw_png(draw_svg(rules, rules.start()))
    assert struct.unpack(">II", png[16:24]) == (WIDTH, HEIGHT)
    assert len(png) > 3_500, "nearly empty"


def test_the_board_is_in_the_middle_on_white():
    rules = load("tictactoe/regular")
    positions = rules.start(), rules.children(rules.start())[0]
    empty, played = (pixels(draw_png(draw_svg(rules, position)))[:, :, :3] for position in positions)
    ink = np.argwhere((empty < 128).all(axis=2))
    top, left = ink.min(axis=0)
    bottom, right = HEIGHT - 1 - ink.max(axis=0)[0], WIDTH - 1 - ink.max(axis=0)[1]
    assert abs(int(top) - int(bottom)) <= 1
    assert abs(int(left) - int(right)) <= 1
    assert MARGIN <= top < left
    assert (empty[:MARGIN] == 255).all()
    changed = np.argwhere((empty != played).any(axis=2))
    assert len(changed) > 1_000
    assert changed.max(axis=0)[0] < HEIGHT // 2
    assert changed.max(axis=0)[1] < WIDTH // 2

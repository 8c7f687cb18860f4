"""Pictures of pixels: shapes cover what they should, and a position looks as its SVG says."""

from __future__ import annotations

import struct
import zlib
from math import pi

import numpy as np
import pytest

from puzzles import registry
from puzzles.svg import WORTH, DrawnMove, SvgDrawing
from puzzles.view import Add, Move
from solvers.reports.raster import lettering
from solvers.reports.raster.canvas import Canvas
from solvers.reports.raster.outlines import circle, path, rectangle
from solvers.reports.raster.png import HEIGHT, WIDTH, draw_png
from solvers.reports.svg import draw_svg
from tests.helpers import load


def black(canvas: Canvas) -> float:
    """How many pixels are black, parts of pixels included."""
    return float((255 - canvas.pixels[:, :, 0]).sum() / 255)


@pytest.mark.parametrize(
    ("lines", "area"),
    [
        ([circle(100, 100, 40)], pi * 1600),
        ([rectangle(20, 30, 100, 50, 0)], 5000),
        ([rectangle(20, 30, 100, 50, 10)], 5000 - (4 - pi) * 100),
        ([rectangle(-50, -50, 100, 100, 0)], 2500),
        (path("M20 20H120V70h-100Z"), 5000),
        (path("M60 100A40 40 0 0 1 140 100Z"), pi * 800),
        (path("M60 100a40 40 0 1 0 80 0Z"), pi * 800),
        (path("M100 60A40 20 90 1 1 99.99 60Z"), pi * 800),
        (path("M0 0Q50 100 100 0Z"), 2 / 3 * 100 * 50),
        (path("M0 100Q50 200 100 100T200 100L200 200L0 200Z"), 200 * 100),
        (path("M0 0C0 100 100 100 100 0Z"), 0.6 * 100 * 100),
        (path("m20 20l100 0l0 50l-100 0zm200 0l-20 0l0 20z"), 5000 + 200),
        ([circle(300, 300, 40)], 0),
    ],
)
def test_what_lines_enclose_is_filled(lines, area):
    canvas = Canvas(250, 220)
    canvas.fill(lines, "#000")
    assert black(canvas) == pytest.approx(area, rel=0.01, abs=2)


def test_lines_are_as_wide_as_told_and_joined():
    canvas = Canvas(200, 200)
    canvas.stroke([[(20, 20), (120, 20), (120, 120)]], 10, "#000000")
    corners = 25 + pi * 25 / 4  # of the square in which both meet, and the round one outside of it
    assert black(canvas) == pytest.approx(2 * 1000 - 25 + pi * 25 + corners - 50, rel=0.02)


def test_a_hole_and_what_shines_through():
    canvas = Canvas(200, 200)
    canvas.fill([circle(100, 100, 40), circle(100, 100, 20)], "#000", even_odd=True)
    assert black(canvas) == pytest.approx(pi * 1200, rel=0.01)
    for color, opacity in (("#000", 0.5), ("#00000080", 1.0)):
        canvas = Canvas(200, 200)
        canvas.fill([circle(100, 100, 40)], color, opacity)
        assert black(canvas) == pytest.approx(pi * 800, rel=0.01)


def test_letters_that_have_strokes_stand_above_their_baseline():
    for text in (*"0123456789", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a3", "×"):
        points = [point for line in lettering.lines(text, 50, 80, 20) for point in line]
        across, down = [x for x, _ in points], [y for _, y in points]
        assert 80 - 20 < min(down) < max(down) <= 80
        assert 30 < min(across) <= 50 <= max(across) < 70
    assert lettering.lines("", 0, 0, 10) == lettering.lines(" ", 0, 0, 10) == []


# --- whole pictures -----------------------------------------------------------------------------


def read(png: bytes) -> np.ndarray:
    """The pixels of a file as this project writes it, checked."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    place, parts = 8, {}
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        data = png[place + 8 : place + 8 + length]
        assert zlib.crc32(kind + data) == int.from_bytes(png[place + 8 + length : place + 12 + length])
        parts[kind] = data
        place += 12 + length
    wide, high = struct.unpack(">II", parts[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(high, 1 + 3 * wide)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(high, wide, 3)


def colors(pixels: np.ndarray) -> set[int]:
    """The colors that there are, each one number."""
    red, green, blue = (pixels[:, :, of].astype(int) for of in range(3))
    return set(np.unique(red << 16 | green << 8 | blue).tolist())


def test_a_group_is_turned_scaled_and_moved():
    """A bar of 20 by 10, upright after a quarter turn, twice as large, with its middle in the middle of the sheet."""
    inner = '<g transform="translate(50 50) scale(2) rotate(90)"><rect x="-10" y="-5" width="20" height="10"/></g>'
    pixels = read(draw_png(f'<svg viewBox="0 0 100 100">{inner}</svg>'))
    rows, columns = np.nonzero(pixels[:, :, 0] == 0)
    unit = (HEIGHT - 60) / 100
    assert (columns.min() + columns.max() + 1) / 2 == pytest.approx(WIDTH / 2, abs=1)
    assert np.ptp(columns) == pytest.approx(20 * unit, abs=2)
    assert np.ptp(rows) == pytest.approx(40 * unit, abs=2)


def test_a_position_looks_as_its_svg_says():
    """Three lights in a row are on; one square of the others is in the color of a light that is off."""
    rules = load("lightsout/3")
    pixels = read(draw_png(draw_svg(rules, rules.parse("111000000"))))
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    step = (HEIGHT - 60) // 3
    middles = [
        [tuple(pixels[HEIGHT // 2 + down * step, WIDTH // 2 + across * step]) for across in (-1, 0, 1)]
        for down in (-1, 0, 1)
    ]
    (on,) = set(middles[0])
    (off,) = set(middles[1] + middles[2])
    assert on != off
    assert tuple(pixels[5, 5]) == (255, 255, 255)


def test_moves_are_in_the_colors_of_their_values():
    rules = load("tictactoe/regular")
    board = rules.board(rules.start())
    moves = [DrawnMove(Add("x", 4), "b2", "win"), DrawnMove(Move(0, 2), "a", "lose")]
    pixels = read(draw_png(SvgDrawing(board, board, moves).svg()))
    assert {int(WORTH[value][1:], 16) for value in ("win", "lose")} <= colors(pixels)


@pytest.mark.parametrize("cls", registry.all_rules(), ids=lambda cls: cls.id)
def test_every_puzzle_and_game_is_drawn(cls):
    rules = registry.load(cls.id, cls.opening())
    pixels = read(draw_png(draw_svg(rules, rules.start())))
    assert len(colors(pixels)) > 2, "more than an empty sheet"
